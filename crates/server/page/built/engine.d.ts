/* tslint:disable */
/* eslint-disable */

/**
 * Searches positions.
 */
export class Searcher {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Analyses a position.
     */
    analyse(request: string, host: any): void;
    /**
     * Measures the speed of a game.
     */
    bench(game: string): string;
    /**
     * The best move of a position.
     */
    bestMove(request: string): string;
    /**
     * An engine for all games.
     */
    constructor();
    /**
     * Judges a move that a player tries in place of a mistake.
     */
    retry(request: string): string;
    /**
     * Reviews the moves of a game.
     */
    review(request: string, host: any): void;
}

/**
 * Provides a file.
 */
export function loadTable(name: string, data: Uint8Array | number[]): void;

/**
 * The names of the files that a game needs.
 */
export function missingTables(game: string): string[];

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_searcher_free: (a: number, b: number) => void;
    readonly loadTable: (a: number, b: number, c: number, d: number) => void;
    readonly missingTables: (a: number, b: number, c: number) => void;
    readonly searcher_analyse: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly searcher_bench: (a: number, b: number, c: number, d: number) => void;
    readonly searcher_bestMove: (a: number, b: number, c: number, d: number) => void;
    readonly searcher_new: () => number;
    readonly searcher_retry: (a: number, b: number, c: number, d: number) => void;
    readonly searcher_review: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_add_to_stack_pointer: (a: number) => number;
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
