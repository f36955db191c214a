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
    /**
     * The number of threads of a search.
     */
    threads(): number;
    /**
     * An engine with helpers: as many workers have to call [`help`].
     */
    static withHelpers(helpers: number): Searcher;
}

/**
 * Makes a worker a helper of the searching one, whose memory it shares. Returns only if there are
 * enough helpers.
 */
export function help(): void;

/**
 * Provides a file.
 */
export function loadTable(name: string, data: Uint8Array | number[]): void;

/**
 * The names of the files that a game needs.
 */
export function missingTables(game: string): string[];

/**
 * The address of a byte that stops the running search while it is 1.
 */
export function stopAddress(): number;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly __wbg_searcher_free: (a: number, b: number) => void;
    readonly help: () => void;
    readonly loadTable: (a: number, b: number, c: number, d: number) => void;
    readonly missingTables: (a: number, b: number, c: number) => void;
    readonly searcher_analyse: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly searcher_bench: (a: number, b: number, c: number, d: number) => void;
    readonly searcher_bestMove: (a: number, b: number, c: number, d: number) => void;
    readonly searcher_new: () => number;
    readonly searcher_retry: (a: number, b: number, c: number, d: number) => void;
    readonly searcher_review: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly searcher_threads: (a: number) => number;
    readonly searcher_withHelpers: (a: number) => number;
    readonly stopAddress: () => number;
    readonly memory: WebAssembly.Memory;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_add_to_stack_pointer: (a: number) => number;
    readonly __wbindgen_thread_destroy: (a?: number, b?: number, c?: number) => void;
    readonly __wbindgen_start: (a: number) => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput, memory?: WebAssembly.Memory, thread_stack_size?: number }} module - Passing `SyncInitInput` directly is deprecated.
 * @param {WebAssembly.Memory} memory - Deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput, memory?: WebAssembly.Memory, thread_stack_size?: number } | SyncInitInput, memory?: WebAssembly.Memory): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput>, memory?: WebAssembly.Memory, thread_stack_size?: number }} module_or_path - Passing `InitInput` directly is deprecated.
 * @param {WebAssembly.Memory} memory - Deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path: { module_or_path: InitInput | Promise<InitInput>, memory?: WebAssembly.Memory, thread_stack_size?: number } | InitInput | Promise<InitInput>, memory?: WebAssembly.Memory): Promise<InitOutput>;
