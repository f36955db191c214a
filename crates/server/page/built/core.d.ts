/* tslint:disable */
/* eslint-disable */

/**
 * A game on this device.
 */
export class Game {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Executes a command.
     */
    command(request: string, now: number): void;
    /**
     * When a clock runs out.
     */
    deadline(): number | undefined;
    /**
     * Plays the move that a search has found.
     */
    finishSearch(node: number, mv: string | null | undefined, value: string | null | undefined, now: number, seed: number): void;
    /**
     * Starts a game.
     */
    constructor(id: string, request: string, now: number);
    /**
     * The search that the bot to move needs.
     */
    nextSearch(now: number, seed: number): string | undefined;
    /**
     * The record.
     */
    record(now: number): string;
    /**
     * The next game.
     */
    rematch(id: string, now: number): Game;
    /**
     * Continues a game from its record.
     */
    static restore(id: string, record: string, now: number): Game;
    /**
     * Forgets the running search.
     */
    stopSearch(): void;
    /**
     * The table as the page sees it.
     */
    table(now: number): string;
    /**
     * Lets the clocks run.
     */
    tick(now: number): boolean;
}

/**
 * The moves on the analysis board.
 */
export class Tree {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Replaces the comment and the sign of a move.
     */
    annotate(node: number, comment: string, sign: string): void;
    /**
     * Notes the value of a position.
     */
    evaluate(node: number, value: string): void;
    /**
     * The game of a record.
     */
    static fromRecord(text: string): Tree;
    /**
     * The id of the game.
     */
    game(): string;
    /**
     * A tree without moves.
     */
    constructor(game: string, position?: string | null);
    /**
     * All nodes.
     */
    nodes(): string;
    /**
     * Plays a move after a node.
     */
    play(parent: number, mv: string): number;
    /**
     * The position of a node.
     */
    position(node: number, view: string): string;
    /**
     * The record with all variations and annotations.
     */
    record(): string;
    /**
     * Notes the value and the sign of a reviewed move.
     */
    review(node: number, evaluation: string, sign: string): void;
}

/**
 * Answers a request of the API that needs no state.
 */
export function answer(name: string, request: string): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_game_free: (a: number, b: number) => void;
    readonly __wbg_tree_free: (a: number, b: number) => void;
    readonly answer: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly game_command: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly game_deadline: (a: number, b: number) => void;
    readonly game_finishSearch: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => void;
    readonly game_new: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
    readonly game_nextSearch: (a: number, b: number, c: number, d: number) => void;
    readonly game_record: (a: number, b: number, c: number) => void;
    readonly game_rematch: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly game_restore: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
    readonly game_stopSearch: (a: number) => void;
    readonly game_table: (a: number, b: number, c: number) => void;
    readonly game_tick: (a: number, b: number) => number;
    readonly tree_annotate: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => void;
    readonly tree_evaluate: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly tree_fromRecord: (a: number, b: number, c: number) => void;
    readonly tree_game: (a: number, b: number) => void;
    readonly tree_new: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly tree_nodes: (a: number, b: number) => void;
    readonly tree_play: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly tree_position: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly tree_record: (a: number, b: number) => void;
    readonly tree_review: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => void;
    readonly __wbindgen_add_to_stack_pointer: (a: number) => number;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
