// What the server sends and expects. Only the type checker reads this file.

export type Step = { square: string } | { piece: string } | { number: number } | { word: string };

export interface OptionInfo {
  name: string;
  help: string;
  default: string | number;
  kind: "range" | "choice";
  least?: number;
  most?: number;
  choices?: string[];
  label: string;
  labels?: string[];
}

export interface GameInfo {
  id: string;
  name: string;
  summary: string;
  author: string;
  year: number;
  sides: { name: string; letter: string; paint?: string }[];
  players: { least: number; most: number };
  options: OptionInfo[];
  picture: string;
  draws: boolean;
}

export interface HandItem {
  name: string;
  count: number;
  length: number;
}

export interface Panel {
  side: number;
  to_move: boolean;
  score: number | null;
  hand: HandItem[];
  held: (number | null)[];
  notes: string[];
}

export interface Scene {
  width: number;
  height: number;
  /** The squares, from a1 along the ranks. */
  cells: { piece: { checker?: number | null; tower?: { owner: number | null }; stack?: (number | null)[] } | null }[];
  tiles: { owner: number; from: string; to: string; note: string | null }[];
  panels: Panel[];
  phase: string | null;
}

/** A position, possibly with a move half entered. */
export interface State {
  position: string;
  status: string;
  prompt: string;
  turn: number | null;
  over: boolean;
  count_moves: number;
  result: { winners: number[]; result: string; sentence: string } | null;
  players: { player: number; side: string }[];
  svg: string;
  squares: Record<string, string>;
  next: Step[];
  chosen: Step[];
  complete: string | null;
  last_move: string[];
  scene: Scene;
  refused?: string | null;
}

/** A part of a position that is not on the board. */
export interface Setting {
  name: string;
  value: number;
  most: number;
  words: string[];
}

/** A position that is put together by hand, possible or not yet. */
export interface Draft {
  position: string;
  status: string | null;
  problem: string | null;
  options: Record<string, string | number>;
  brushes: { name: string; owner: number | null; squares: number }[];
  settings: Setting[];
  svg: string;
  squares: Record<string, string>;
}

export interface Seat {
  name: string;
  kind: string;
  level?: number | null;
  connected: boolean;
  taken: boolean;
}

/** A place in a game's history. */
export interface Place {
  id: number;
  ply: number;
  player: number;
  mv: string;
  parent: number | null;
  children: number[];
  clock_ms?: number | null;
}

export interface Clock {
  game_ms: number | null;
  turn_ms: number | null;
}

export interface Table {
  id: string;
  game: string;
  options: Record<string, string | number>;
  position: string;
  status: string;
  turn: number | null;
  seats: Seat[];
  you: number[];
  history: Place[];
  current: number;
  clocks: (Clock | null)[];
  clock_running: number | null;
  server_time_ms: number;
  offer: { proposal: string; by: number; accepted?: number[] } | null;
  paused: boolean;
  /** Somebody has yet to sit down. */
  waiting: boolean;
  /** People at several screens play each other. */
  shared: boolean;
  result: { winners: number[]; result: string; sentence: string } | null;
  rematch: { id: string } | null;
  want_rematch: number[];
  claim_at_ms: number | null;
  revision: number;
}

export interface Value {
  text: string;
  kind: "win" | "draw" | "loss" | "estimate";
  /** How soon a proven win or loss comes at the latest. */
  plies: number | null;
  chance: number | null;
  proven: boolean;
}

export interface Line {
  mv: string;
  value: Value;
  moves: string[];
}

export interface AnalysisReport {
  depth?: number;
  nodes?: number;
  lines?: Line[];
  moves?: { mv: string; steps: Step[]; value: Value }[];
  error?: string;
  done?: boolean;
}

export interface Review {
  done: boolean;
  moves: {
    ply: number;
    mv: string;
    before: Value | null;
    value: Value | null;
    best: string | null;
    sign: string | null;
    verdict: string | null;
  }[];
}

/** A game this browser has a seat at or has watched. */
export interface KnownGame {
  plies?: number;
  result?: string;
  id: string;
  game: string;
  secret: string | null;
  names: string[];
  time: number;
  over: boolean;
  /** Whether the board is turned. */
  flip?: boolean;
  /** Links for friends, where seats are open. */
  invites?: { player: number; link: string }[];
}

export interface Settings {
  theme: "auto" | "light" | "dark";
  letters: boolean;
  sound: boolean;
  motion: boolean;
  /** Whether single letters are keys. */
  shortcuts: boolean;
  name: string;
}

/** How a board is asked for. */
export interface Look {
  flip: boolean;
  theme: string;
}

/** What the page that is shown wants to know of. */
export interface Page {
  /** Ends when another page is shown. */
  signal: AbortSignal;
  root: HTMLElement;
  parts: string[];
}
