// Types for the type checker. The types of the API are generated.

import type * as api from "./api-types";

export * from "./api-types";
export type { Game as GameInfo, GameOption as OptionInfo, Position as State } from "./api-types";

/** An entry of the history of a table, or of the tree of the analysis board. */
export type HistoryNode = api.HistoryEntry;

/** A node of the tree of the analysis board, with its annotations. */
export type TreeNode = HistoryNode & {
  comment: string;
  /** The sign of the move, such as `!?`; empty if it has none. */
  sign: string;
  /** The evaluation of the move. */
  value: api.Value | null;
};

/** The judgement of a move that a player tries in place of a mistake. */
export interface Retry {
  mv: string;
  right: boolean;
  value: api.Value | null;
  text: string;
  /** The answer of the engine, if the game goes on. */
  reply: string | null;
}

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
  /** What boards are made of. */
  board: "wood" | "felt" | "slate" | "paper";
  /** How stacks are seen. */
  view: "angled" | "above";
  letters: boolean;
  sound: boolean;
  /** The volume of sounds, up to 1. */
  volume: number;
  /** Whether phrases of other players are hidden. */
  muted: boolean;
  /** Whether the browser shows notifications for slow games. */
  notify: boolean;
  motion: boolean;
  /** The speed of animations, 1 by default. */
  speed: number;
  /** Whether moves on touch screens wait for confirmation. */
  confirm: boolean;
  /** Whether moves can be entered in advance. */
  premoves: boolean;
  /** Whether single-letter shortcuts are on. */
  shortcuts: boolean;
  name: string;
}

/** How a board is drawn. */
export interface Look {
  flip: boolean;
  theme: string;
  from_above?: boolean;
}

/** What a page receives when it is shown. */
export interface Page {
  /** Is aborted when another page is shown. */
  signal: AbortSignal;
  root: HTMLElement;
  parts: string[];
}

/** A game that was started. */
export interface NewGame {
  id: string;
  seats: ({ secret: string | null } | null)[];
  seat_urls: (string | null)[];
}

/** Receives the changes of a game. The first message of a connection replaces all that was known. */
export interface Follower {
  message: (message: { table?: api.Table }, first: boolean) => void;
  online: (online: boolean) => void;
}

/** Where games are played. */
export interface Host {
  isLocal: boolean;
  table: (id: string, secret: string | null) => Promise<api.Table>;
  command: (id: string, secret: string | null, command: { command: string }, live?: Connection) => Promise<api.Table>;
  record: (id: string) => Promise<string>;
  recordAddress: (id: string) => string;
  connect: (id: string, secret: string | null, signal: AbortSignal, follower: Follower) => Connection;
}

/** A connection to a game. */
export interface Connection {
  watch: (watching: boolean) => void;
}
