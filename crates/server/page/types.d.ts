// The types of the page's modules. Only the type checker reads this file. The types of the API are generated.

import type * as api from "./api-types";

export * from "./api-types";
export type { Game as GameInfo, GameOption as OptionInfo, Position as State } from "./api-types";

/** An entry of a table's history, or of the analysis board's, which has no clock. */
export type HistoryNode = Omit<api.HistoryEntry, "clock_ms"> & Partial<api.HistoryEntry>;

/** A line of an analysis: a report, or why there is none. */
export type AnalysisReport = Partial<api.AnalysisReport & api.Error>;

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
