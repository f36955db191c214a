// Types for the type checker. The types of the API are generated.

import type * as api from "./api-types";

export * from "./api-types";
export type { Game as GameInfo, GameOption as OptionInfo, Position as State } from "./api-types";

/** An entry of the history of a table, or of the tree of the analysis board, which has no clock. */
export type HistoryNode = Omit<api.HistoryEntry, "clock_ms"> & Partial<api.HistoryEntry>;

/** A line of an analysis: a report or an error. */
export type AnalysisReport = Partial<api.AnalysisReport & api.Error>;

/** A game that the user has played or watched in this browser. */
export interface KnownGame {
  plies?: number;
  result?: string;
  id: string;
  game: string;
  secret: string | null;
  names: string[];
  time: number;
  over: boolean;
  /** Whether the board is flipped. */
  flip?: boolean;
  /** The invite links of free seats. */
  invites?: { player: number; link: string }[];
}

export interface Settings {
  theme: "auto" | "light" | "dark";
  letters: boolean;
  sound: boolean;
  motion: boolean;
  /** Whether single-letter shortcuts are on. */
  shortcuts: boolean;
  name: string;
}

/** How a board is drawn. */
export interface Look {
  flip: boolean;
  theme: string;
}

/** What a page receives when it is shown. */
export interface Page {
  /** Is aborted when another page is shown. */
  signal: AbortSignal;
  root: HTMLElement;
  parts: string[];
}
