// The requests and responses of the server's API. Generated from crates/api/src/types; renew with
// STRATA_RENEW=1 cargo nextest run -p strata-server generated

/** What a player can do. */
export type Action = "play" | "resign" | "offer_draw" | "accept_draw" | "decline_draw" | "takeback" | "accept_takeback" | "decline_takeback" | "redo" | "go_to" | "pause" | "resume" | "rename" | "abandon" | "rematch" | "claim" | "say";

/** One line of an analysis stream. */
export type AnalysisMessage = AnalysisReport | Error;

/** The state of an analysis. */
export interface AnalysisReport {
  /** The search depth. */
  depth: number;
  /** Whether this is the last line. */
  done: boolean;
  /** The value of the position for the player to move, in the notation of records. */
  evaluation: string | null;
  /** The values of all moves, if the request asks for them and any is proven. */
  explorer: Explorer | null;
  /** The lines, the best one first. */
  lines: Line[];
  /** The moves whose outcome is proven, with all mirror images. */
  moves: ProvenMove[];
  /** The time spent, in milliseconds. */
  ms: number;
  /** The number of positions searched. */
  nodes: number;
}

/** A position to analyse. */
export interface AnalysisRequest {
  /** Whether to prove the values of all moves first, as far as that takes a fraction of a second; false by default. The stream starts with a report without lines. */
  explore?: boolean;
  /** The id of a game, see `GET /api/games`. */
  game: string;
  /** The number of lines to report, 3 by default. With 0 nothing is searched, which is useful with `explore`. */
  lines?: number | null;
  /** Options that differ from their defaults. */
  options?: Record<string, OptionValue>;
  /** The position as text; by default the start position. */
  position?: string | null;
  /** The time limit in seconds, 30 by default. */
  seconds?: number | null;
  /** The number of threads, 1 by default; the server may use fewer. */
  threads?: number | null;
}

/** A piece that can be put on squares. */
export interface Brush {
  /** The name: "Blue piece". Unique among the brushes. */
  name: string;
  /** The owner. */
  owner: Player | null;
  /** The number of squares to choose: one, or two for the ends of a tile. */
  squares: number;
}

/** One square. */
export interface Cell {
  /** The score counter on it. */
  counter: Player | null;
  /** The square is permanently empty: nothing can be placed on it. */
  gone: boolean;
  /** The piece on it. */
  piece: Piece | null;
}

/** A change to a draft. */
export type Change = { put: Placement; } | { take: string; } | { set: SettingValue; } | "clear";

/** What has changed since the last message with a table, for clients that have asked for `changes`. To get the whole table, replace the entries of the known history that have the same ids by these, or append them. */
export interface ChangeMessage {
  /** New entries of the history, and those that have changed, in this order. */
  entries: HistoryEntry[];
  /** The revision of the last message. */
  since: number;
  table: TableWithoutHistory;
  /** The value of `type` in a message. */
  type: "change";
}

/** A step that can be chosen with a button. */
export interface Choice {
  /** The text of the button. */
  label: string;
  step: Step;
}

/** The time that a player has left, in milliseconds. */
export interface Clock {
  /** For the whole game. */
  game_ms: number | null;
  /** For the current turn. */
  turn_ms: number | null;
}

/** The command was executed and saved. */
export interface CommandDone {
  /** Always true. */
  ok: boolean;
  /** The revision of the table after the command, or a later one. */
  revision: number;
  /** The table; null if the request has the header `Prefer: return=minimal`. */
  table: Table | null;
}

/** A command of a player. */
export interface CommandRequest {
  /** What to do. `play` needs `mv`, `go_to` needs `node`, `rename` needs `name`, `say` needs `phrase`. */
  command: Action;
  /** The move to play, in any notation that the game accepts. */
  mv?: string | null;
  /** The new name for `rename`, cut to 40 characters. */
  name?: string | null;
  /** The history entry for `go_to`. */
  node?: NodeId | null;
  /** The phrase to `say` to the other players. */
  phrase?: Phrase | null;
  /** The player who acts, if the secret owns several seats. */
  player?: Player | null;
  /** The number of moves that led to the current position. If it has changed, the command is refused. */
  ply?: number | null;
}

/** A position that is being set up by hand. It need not be legal yet. */
export interface Draft {
  /** The pieces that can be put on the board. */
  brushes: Brush[];
  /** The squares that are chosen for a brush that needs more of them. */
  chosen: Square[];
  options: Options;
  /** The draft as text. */
  position: string;
  /** Why the draft is not a legal position; null if it is one. */
  problem: string | null;
  /** What to choose next; empty unless squares are chosen. */
  prompt: string;
  /** Everything else that can be changed. */
  settings: Setting[];
  /** Every square in words, by its name. */
  squares: Record<string, string>;
  /** Who is to move; null while the draft is not a legal position. */
  status: string | null;
  /** The board as SVG. */
  svg: string;
}

/** A draft, and a change to make to it. */
export interface DraftRequest {
  /** The change to make. */
  change?: Change | null;
  /** Whether to show the board from the other side. */
  flip?: boolean;
  /** Whether to show stacks from straight above instead of at an angle. */
  from_above?: boolean;
  /** The id of a game, see `GET /api/games`. */
  game: string;
  /** Options that differ from their defaults. */
  options?: Record<string, OptionValue>;
  /** The draft as text; by default the start position. */
  position?: string | null;
  /** The colours and the board, wooden by default; those that end in `cb` suit colour-blind players. */
  theme?: "light" | "dark" | "light-cb" | "dark-cb" | "felt-light" | "felt-dark" | "felt-light-cb" | "felt-dark-cb" | "slate-light" | "slate-dark" | "slate-light-cb" | "slate-dark-cb" | "paper-light" | "paper-dark" | "paper-light-cb" | "paper-dark-cb";
}

/** An edge of the board, seen from player 0's side. */
export type Edge = "bottom" | "left" | "top" | "right";

/** Why a request was refused. */
export interface Error {
  /** One sentence: what is wrong, and what to do about it. */
  error: string;
}

/** A move whose value may be known. */
export interface ExploredMove {
  mv: string;
  /** The winning chance of the player to move in a short search without precomputed results, if there was one and it did not prove the value, too. */
  practical: string | null;
  /** The steps to enter the move. */
  steps: Step[];
  /** The move in a list. Moves of the same value that differ only in a number are joined: the last of them has the text of all, and the others have none. Mirror images are joined, too: `b2×4`. */
  text: string | null;
  /** The value, if it is proven. */
  value: Value | null;
}

/** The values of all moves, where they are known or can be proven quickly. */
export interface Explorer {
  /** Every move, the best first. */
  moves: ExploredMove[];
  /** Where the values come from. */
  source: string;
}

/** How a game ended. */
export interface Finish {
  /** How the game ended. */
  how: FinishKind;
  /** The result in record notation: `1-0`, `1/2`, `0-1/2-1/2`; `*` without a result. */
  result: string;
  /** Who won and why, as a sentence: "Blue wins: White resigned". */
  sentence: string;
  /** The winner; several players if they share the win, all if it is a draw, none if the game was abandoned. */
  winners: Player[];
}

/** The way in which a game ended. */
export type FinishKind = "rules" | { resignation: Player; } | { time: Player; } | { absence: Player; } | "agreement" | "abandoned" | "recorded";

/** A move step by step. */
export interface Frames {
  /** The squares that a counter passes on its way to where the last frame shows it; empty if no counter moves. */
  counter_path: Square[];
  /** The board as SVG after each step that changes it. */
  frames: string[];
}

/** A move to show step by step. */
export interface FramesRequest {
  /** Whether to show the board from the other side. */
  flip?: boolean;
  /** Whether to show stacks from straight above instead of at an angle. */
  from_above?: boolean;
  /** The id of a game, see `GET /api/games`. */
  game: string;
  /** The move, in any notation that the game accepts. */
  move: string;
  /** Options that differ from their defaults. */
  options?: Record<string, OptionValue>;
  /** The position as text; by default the start position. */
  position?: string | null;
  /** The colours and the board, wooden by default; those that end in `cb` suit colour-blind players. */
  theme?: "light" | "dark" | "light-cb" | "dark-cb" | "felt-light" | "felt-dark" | "felt-light-cb" | "felt-dark-cb" | "slate-light" | "slate-dark" | "slate-light-cb" | "slate-dark-cb" | "paper-light" | "paper-dark" | "paper-light-cb" | "paper-dark-cb";
}

/** A game. */
export interface Game {
  /** The inventor. */
  author: string;
  /** Whether a game can end in a draw. */
  draws: boolean;
  /** The id of the game in requests, records and addresses. */
  id: string;
  /** The playing levels of bots, the weakest first. */
  levels: Level[];
  /** The name as its author writes it. */
  name: string;
  options: GameOption[];
  /** The address of a picture of the game, relative to the address of the server. */
  picture: string;
  players: PlayerCount;
  /** The sides in turn order. */
  sides: Side[];
  /** The game in one sentence. */
  summary: string;
  /** The year of publication. */
  year: number;
}

/** An option of a game. */
export type GameOption = { /** The default value. */ default: number; /** What the option changes. */ help: string; kind: "range"; /** The name to show to people. */ label: string; /** The smallest value. */ least: number; /** The largest value. */ most: number; /** The name that requests use. */ name: string; } | { /** The words to choose from. */ choices: string[]; /** The default value. */ default: string; /** What the option changes. */ help: string; kind: "choice"; /** The name to show to people. */ label: string; /** The words to show to people, in the same order. */ labels: string[]; /** The name that requests use. */ name: string; };

/** Pieces of one kind in a hand. */
export interface HandItem {
  /** The number of pieces. */
  count: number;
  /** The number of squares each one covers. */
  length: number;
  /** The name: "piece", "tile of 3". */
  name: string;
}

/** A position in the history of a game and the move that led to it. */
export interface HistoryEntry {
  /** The entries after this one, the main line first. */
  children: NodeId[];
  /** The time that the player had left after the move. */
  clock_ms: number | null;
  /** The id. It may change when the server restarts. */
  id: NodeId;
  /** The move; empty for the first entry. */
  mv: string;
  /** The number of its row in a list of moves; 0 for the first entry. */
  number: number;
  /** The entry before the move. */
  parent: NodeId | null;
  /** The player who moved; in the first entry the player to move. */
  player: Player;
  /** The number of moves that led here. */
  ply: number;
}

/** Something that a player does to enter a move. */
export type InputRequest = { square: string; } | { step: StepRequest; } | "turn" | { lift: string; } | { drag: string; } | { drop: string | null; } | "back" | "clear" | "confirm";

/** A person who joins a table. */
export interface JoinRequest {
  /** The name of the player, cut to 40 characters. */
  name?: string | null;
}

/** A playing level of bots. */
export interface Level {
  /** How the level plays, in one sentence. */
  description: string;
  /** The name of the level. */
  name: string;
  /** The number of the level, from 1 (the weakest) on. */
  number: number;
}

/** What is being dragged. */
export interface LiftedPiece {
  /** The square it comes from. */
  from: Square;
  /** Whether dragging chose the square, rather than an earlier click. */
  newly_chosen: boolean;
}

/** What is being dragged. */
export interface LiftedRequest {
  /** The square it comes from. */
  from: string;
  /** Whether dragging chose the square, rather than an earlier click. */
  newly_chosen: boolean;
}

/** A move, its value and its principal variation. */
export interface Line {
  /** The other moves that are mirror images of the move. They have the same value. */
  mirrors: string[];
  /** The principal variation, which starts with the move. */
  moves: string[];
  /** The move. */
  mv: string | null;
  /** How to draw the move on the board. */
  shape: MoveShape;
  /** The move with the number of its mirror images. */
  text: string;
  value: Value;
}

/** The lobby. It lists only tables that were created with `listed`. */
export interface Lobby {
  /** The tables with an open seat whose creator is there, the newest first. */
  challenges: LobbyTable[];
  /** The number of challenges and games that are not listed for lack of space. */
  more: number;
  /** The number of people who have the page open, at all servers. It may be some seconds old. */
  people: number;
  /** The games in progress, those with the most spectators first. */
  playing: LobbyTable[];
}

/** The whole lobby: at first, and after every change. */
export interface LobbyMessage {
  lobby: Lobby;
  /** The value of `type` in a message. */
  type: "lobby";
}

/** A seat of a table in the lobby. */
export interface LobbySeat {
  kind: SeatKind;
  /** The level of a bot. */
  level: number | null;
  name: string;
  /** The name of the side. */
  side: string;
  /** Whether the seat is taken. */
  taken: boolean;
}

/** A message of the server about the lobby. */
export type LobbySocketMessage = LobbyMessage | Ping;

/** Clients need not send anything; what they send is ignored. */
export type LobbySocketRequest = Record<string, unknown>;

/** A table in the lobby. */
export interface LobbyTable {
  /** The clock, as in the request. */
  clock: string | null;
  /** Whether the game started from a position that was set up. */
  from_position: boolean;
  /** The id of the game. */
  game: string;
  id: string;
  /** The squares that the last move touched. */
  last_move: Square[];
  /** The number of moves so far. */
  moves: number;
  options: Options;
  /** The current position as text. */
  position: string;
  /** The seats in turn order. */
  seats: LobbySeat[];
  spectators: number;
  /** The player to move. */
  turn: Player | null;
}

/** A row of the list of moves. */
export interface MoveRow {
  /** The history entry of each player's move in this row, in turn order; null where a player does not move. */
  moves: (NodeId | null)[];
  /** The number of the row, from 1. */
  number: number;
}

/** How to draw a move on the board. */
export interface MoveShape {
  /** The squares in the order of the steps. */
  squares: Square[];
  /** The tile that the move places or removes, if there is one. */
  tile: TileEnds | null;
}

/** A new table. This response is the only one that contains the secrets. */
export interface NewTable {
  /** The id of the table. Anyone who knows it can watch. */
  id: string;
  /** The addresses of the pages to send to the players, relative to the address of the server. */
  seat_urls: (string | null)[];
  /** The secrets in turn order; null for bots. The secret of an open seat becomes invalid when someone joins and receives a new one. */
  seats: (SeatSecret | null)[];
  /** The address of the table's page, relative to the address of the server. */
  url: string;
}

/** The id of a node in a history. It is valid only for the table that returned it. */
export type NodeId = number;

/** An open offer. There is at most one at a time. */
export interface Offer {
  /** The players who have accepted so far. */
  accepted: Player[];
  /** The player who made the offer. */
  by: Player;
  /** What is offered. */
  proposal: Proposal;
}

/** The value of an option: a number or a word. */
export type OptionValue = number | string;

/** Every option of a game with its value. */
export type Options = Record<string, number | string>;

/** The colour of pieces. Renderers choose the exact shade. */
export type Paint = "blue" | "white" | "red" | "green" | "light" | "dark";

/** What is shown beside the board for one side. */
export interface Panel {
  /** The pieces in hand. */
  hand: HandItem[];
  /** Pieces lifted during the current move and not yet dropped, the next one first. */
  held: (Player | null)[];
  /** Other remarks: "out", "stacks 5 3 2". */
  notes: string[];
  /** The score, in games that have one. */
  score: number | null;
  /** The side. */
  side: Player;
  /** Whether this side is to move. */
  to_move: boolean;
}

/** What players can say to each other. */
export type Phrase = "hello" | "good_luck" | "nice_move" | "oops" | "thanks" | "well_played";

/** A piece or stack on one square. */
export type Piece = { checker: Player | null; } | { tower: { /** The height. */ height: number; /** The owner. */ owner: Player | null; }; } | { stack: (Player | null)[]; } | "blockade";

/** Sent every 10 seconds. */
export interface Ping {
  /** The value of `type` in a message. */
  type: "ping";
}

/** A piece to put on the board. */
export interface Placement {
  /** The name of a brush. */
  brush: string;
  /** The squares. With fewer than the brush needs, nothing is placed yet, and the response says what to choose next. */
  squares: string[];
}

/** A player by number; player 0 moves first. */
export type Player = number;

/** The numbers of players that a game allows. */
export interface PlayerCount {
  least: number;
  most: number;
}

/** A player and the name of their side. */
export interface PlayerSide {
  player: Player;
  side: string;
}

/** A position and the steps of a move that are chosen so far. */
export interface Position {
  /** The steps that can be chosen next and are not squares. */
  choices: Choice[];
  /** The steps so far. */
  chosen: Step[];
  /** The move that the steps form; null until it is complete. */
  complete: string | null;
  /** The number of legal moves. */
  count_moves: number;
  /** The squares of the pieces that span several and can be chosen next. */
  covered_squares: Square[];
  /** The squares from which a piece can be dragged. */
  draggable_squares: Square[];
  /** The id of the game. */
  game: string;
  /** The squares that the last move touched. */
  last_move: Square[];
  /** What is being dragged. */
  lifted: LiftedPiece | null;
  /** The steps that continue some legal move. */
  next: Step[];
  /** The squares that can be chosen next. A piece that spans several squares can be chosen by any of them. */
  open_squares: Square[];
  options: Options;
  /** Whether the game is over. */
  over: boolean;
  players: PlayerSide[];
  /** The position as text. */
  position: string;
  /** What to choose next; empty if the game is over or the move is complete. */
  prompt: string;
  /** The number to propose first, if a number comes next. */
  proposed_number: number | null;
  /** Why a step or the input of the request is not allowed; absent if it is allowed. */
  refused?: string | null;
  /** What the refusal is about, such as the groups into which a move would split the pieces; absent if there is nothing to show. */
  refused_groups?: Square[][];
  /** The result; null while the game is in progress. */
  result: PositionResult | null;
  scene: Scene;
  /** Every square in words, by its name. */
  squares: Record<string, string>;
  /** Who is to move, or how the game ended. */
  status: string;
  /** The board as SVG, with the steps so far. */
  svg: string;
  /** The squares to mark as choices: only one for each piece that spans several. */
  target_squares: Square[];
  /** The player to move; null if the game is over. */
  turn: Player | null;
  /** The complete move, if it waits to be confirmed. */
  unconfirmed: string | null;
}

/** A position to describe. */
export interface PositionRequest {
  /** Whether to show the board from the other side. */
  flip?: boolean;
  /** Whether to show stacks from straight above instead of at an angle. */
  from_above?: boolean;
  /** The id of a game, see `GET /api/games`. */
  game: string;
  /** What the player does next. The response has the steps after it. Without an input, the steps alone are the move so far. */
  input?: InputRequest | null;
  /** What is being dragged, from the last response. */
  lifted?: LiftedRequest | null;
  /** Moves to play from there, separated by spaces. */
  moves?: string | null;
  /** Whether a complete move waits for the input `confirm`. */
  must_confirm?: boolean;
  /** Options that differ from their defaults. */
  options?: Record<string, OptionValue>;
  /** The position as text; by default the start position. */
  position?: string | null;
  /** Describes the position as if it were this player's turn, to enter a move in advance. */
  premove?: Player | null;
  /** The steps of a move that are chosen so far. */
  steps?: StepRequest[];
  /** The colours and the board, wooden by default; those that end in `cb` suit colour-blind players. */
  theme?: "light" | "dark" | "light-cb" | "dark-cb" | "felt-light" | "felt-dark" | "felt-light-cb" | "felt-dark-cb" | "slate-light" | "slate-dark" | "slate-light-cb" | "slate-dark-cb" | "paper-light" | "paper-dark" | "paper-light-cb" | "paper-dark-cb";
}

/** The result of a game that ended by its rules. */
export interface PositionResult {
  /** The result in the notation of records. */
  result: string;
  /** Who won and why, as a sentence. */
  sentence: string;
  /** The winners; all players if it is a draw. */
  winners: Player[];
}

/** What a player offers to all others. */
export type Proposal = "draw" | "takeback";

/** A move whose outcome is proven. */
export interface ProvenMove {
  mv: string;
  /** The steps to enter the move. */
  steps: Step[];
  value: Value;
}

/** A text to draw as a QR code. */
export interface QrRequest {
  /** The text, such as an invite link. */
  text: string;
}

/** A game from a record. */
export interface RecordedGame {
  /** The id of the game. */
  game: string;
  moves: RecordedMove[];
  /** The result as it is written in the record. */
  result: string | null;
  /** The start position as text. */
  start: string;
  /** The tags of the record. */
  tags: Record<string, string>;
}

/** A move from a record. */
export interface RecordedMove {
  comments: string[];
  /** The evaluation as it is written in the record. */
  evaluation: string | null;
  /** Numeric annotation glyphs: 1 for `!`, 2 for `?` and so on. */
  glyphs: number[];
  mv: string;
  /** The player who moved. */
  player: Player;
  /** Lines that could have been played instead of this move. */
  variations: RecordedMove[][];
}

/** The games of a text. */
export interface Records {
  games: RecordedGame[];
}

/** Records to read. */
export interface RecordsRequest {
  /** One or more records, at most 100. */
  text: string;
}

/** The next game. */
export interface Rematch {
  /** The id of the next table. Your secret owns your seat there, too. */
  id: string;
}

/** The review of a finished game. */
export interface Review {
  /** The accuracy of each player in percent: the mean of their moves; null without such moves. */
  accuracy: (number | null)[];
  /** Whether all moves have been reviewed. */
  done: boolean;
  /** The moves reviewed so far, the last move first. */
  moves: ReviewedMove[];
}

/** A move of a finished game. */
export interface ReviewedMove {
  /** The accuracy of the move in percent; null if it was the only one. */
  accuracy: number | null;
  /** The value of the position before the move. */
  before: Value | null;
  /** The best move. */
  best: string | null;
  /** The value of the best move for the player, in the notation of records. */
  best_evaluation: string | null;
  /** How to draw the best move. */
  best_shape: MoveShape | null;
  /** The value of the move for the player, in the notation of records. */
  evaluation: string | null;
  mv: string;
  player: Player;
  /** The number of the move, from 1. */
  ply: number;
  /** The sign of a mistake: `?!`, `?` or `??`. A move that gives something away only against perfect play has none. */
  sign: string | null;
  /** The value of the position after the move. */
  value: Value | null;
  /** What the move gave away, if anything. */
  verdict: string | null;
}

/** A player's numbering along an edge. */
export interface Ruler {
  /** The edge it is drawn at. */
  edge: Edge;
  /** One label per square, starting at file `a` or rank 1. */
  labels: string[];
  /** The player it belongs to. */
  owner: Player;
}

/** The rules of a game. */
export interface Rules {
  /** The rules as HTML, with boards as SVG. */
  html: string;
}

/** The last phrase of a player. */
export interface Said {
  /** The server time of the phrase. */
  at_ms: number;
  phrase: Phrase;
  player: Player;
}

/** Everything a renderer needs to draw a position. */
export interface Scene {
  /** The player to move or the result. Games leave it empty; [`crate::AnyPosition`] sets it. */
  caption: string;
  /** The squares, from `a1` along the ranks. */
  cells: Cell[];
  /** The number of ranks. */
  height: number;
  /** The square above which the lifted pieces of a half-entered move ([`Panel::held`]) are shown. */
  held_at: Square | null;
  /** The squares of the last move. */
  last_move: Square[];
  /** What is shown beside the board for each side. */
  panels: Panel[];
  /** The phase, in games that have several. */
  phase: string | null;
  /** The squares where the last move removed pieces, apart from its own squares. */
  removed: Square[];
  /** The players' numberings along the edges, in addition to the names of files and ranks. */
  rulers: Ruler[];
  /** Pieces that span several squares. */
  tiles: Tile[];
  /** The number of files. */
  width: number;
  /** The winning squares, such as a line of four. */
  winning: Square[];
}

/** A seat at a table. */
export interface Seat {
  /** Whether the player is connected. */
  connected: boolean;
  kind: SeatKind;
  /** The level of a bot. */
  level: number | null;
  name: string;
  /** Whether the player has left a game of three or more that the others are still playing. */
  out: boolean;
  /** The name of the side. */
  side: string;
  /** Whether the seat is taken. */
  taken: boolean;
}

/** Who plays: the person who sets up the table, the engine, a person who receives the secret of the seat, or the first person who joins. */
export type SeatKind = "person" | "bot" | "remote" | "open";

/** A seat to set up. */
export interface SeatRequest {
  kind: SeatKind;
  /** The level of a bot, 3 by default. */
  level?: number | null;
  /** The name of the player, cut to 40 characters. */
  name?: string;
}

/** A seat and its secret. */
export interface SeatSecret {
  player: Player;
  secret: string;
}

/** A part of a position that is not on the board. */
export interface Setting {
  /** The maximum value. */
  most: number;
  /** The name: "Turn". Unique among the settings. */
  name: string;
  /** The current value: a number, or an index into `words`. */
  value: number;
  /** The words that the values stand for; empty for a number. */
  words: string[];
}

/** A new value of a setting. */
export interface SettingValue {
  /** The name of a setting. */
  setting: string;
  /** The value; for a word its index in `words`. */
  value: number;
}

/** One side of a game. */
export interface Side {
  /** The letter used where there are no colours. Unique among the sides of a game. */
  letter: string;
  /** The name: "Blue". */
  name: string;
  /** The colour of its pieces. */
  paint: Paint;
}

/** The answer to a message with a number, or to an invalid message. After a command the changed table follows. */
export interface SocketAnswer {
  /** Why the message was refused; null if it was accepted. */
  error: string | null;
  /** The number of the message. */
  seq: number | null;
  /** The value of `type` in a message. */
  type: "answer";
}

/** A message of the server over a socket. */
export type SocketMessage = TableMessage | ChangeMessage | Ping | SocketAnswer;

/** A message of a client: first the secret, then commands. */
export interface SocketRequest {
  /** The secret of a seat. */
  auth?: string | null;
  /** Whether to receive changes from now on instead of whole tables. */
  changes?: boolean | null;
  /** A command, as in `POST /api/tables/{id}/command`. */
  command?: Action | null;
  /** How to show the table from now on. */
  look?: TableViewParams | null;
  /** The move to play, in any notation that the game accepts. */
  mv?: string | null;
  /** The new name for `rename`, cut to 40 characters. */
  name?: string | null;
  /** The history entry for `go_to`. */
  node?: NodeId | null;
  /** The phrase to `say` to the other players. */
  phrase?: Phrase | null;
  /** The player who acts, if the secret owns several seats. */
  player?: Player | null;
  /** The number of moves that led to the current position. If it has changed, the command is refused. */
  ply?: number | null;
  /** A number that the answer repeats. */
  seq?: number | null;
  /** Whether the user is watching, which is assumed at first. Games between bots pause while no one is watching. */
  watching?: boolean | null;
}

/** A square, by its file and rank. */
export type Square = string;

/** One choice while entering a move. */
export type Step = { square: Square; } | { piece: string; } | { tile: { /** The number of squares it covers. */ length: number; /** Whether it lies along a file rather than along a rank. */ upright: boolean; }; } | { number: number; } | { word: string; };

/** One step of a move that is being entered. */
export type StepRequest = { square: string; } | { piece: string; } | { tile: { /** The number of squares it covers. */ length: number; /** Whether it lies along a file rather than along a rank. */ upright: boolean; }; } | { number: number; } | { word: string; };

/** One line of an event stream. */
export type StreamMessage = TableMessage | Ping;

/** A table. The server writes its parts one by one: the first is different for every client, the second for every view, the others are the same for all. */
export interface Table {
  /** The server time at which the win can be claimed if the player to move is still away. */
  claim_at_ms: number | null;
  /** The player whose clock is running. */
  clock_running: Player | null;
  /** The time that each player has left; null without a clock. */
  clocks: (Clock | null)[];
  /** The id of the current history entry. */
  current: NodeId;
  /** What happened in the last change. */
  events: TableEvent[];
  /** The id of the game. */
  game: string;
  /** All entries of the history, ordered by id. */
  history: HistoryEntry[];
  id: string;
  /** The squares that the last move touched. */
  last_move: Square[];
  /** Whether everyone may find the table in the lobby. */
  listed: boolean;
  /** The first steps of all legal moves; `POST /api/position` returns the following ones. */
  next: Step[];
  /** Sentences about changes that no player chose: forced passes, and players who left the game. */
  notices: string[];
  /** An offer that has not been answered. */
  offer: Offer | null;
  options: Options;
  paused: boolean;
  /** The position as text. */
  position: string;
  /** The next game, once all people at the table have asked for a rematch. */
  rematch: Rematch | null;
  /** The result; null while the game is in progress. */
  result: Finish | null;
  /** A number that increases with every change. */
  revision: number;
  /** The moves that led to the current entry, in numbered rows as in records. */
  rows: MoveRow[];
  /** What players have said since the server loaded the table: the last phrase of each. */
  said: Said[];
  /** The seats in turn order. */
  seats: Seat[];
  /** The time of this message, in milliseconds. */
  server_time_ms: number;
  setup: TableSetup;
  /** Whether people play each other from different devices. */
  shared: boolean;
  /** The number of spectators who are watching at the moment, at all servers. It may be a second old. */
  spectators: number;
  /** Every square in words, by its name, if the request asked for it. */
  squares?: Record<string, string>;
  /** Who is to move, or how the game ended. */
  status: string;
  /** The board as SVG, if the request asked for it. */
  svg?: string;
  /** The player to move; null if the game is over. */
  turn: Player | null;
  /** Whether the game waits for players to take their seats. The clocks start after that. */
  waiting: boolean;
  /** The players who asked for a rematch. */
  want_rematch: Player[];
  /** The players whose seats your secret owns; empty for spectators. */
  you: Player[];
}

/** Something that happened at a table. */
export type TableEvent = { event: "moved"; /** Whether it was a pass without any other legal move, which the table plays by itself. */ forced: boolean; /** The move in its canonical notation. */ mv: string; /** The node it leads to. */ node: NodeId; /** The player who moved. */ player: Player; } | { event: "eliminated"; /** The node at which the game continues. */ node: NodeId; /** The player who left. */ player: Player; } | { /** The player who took back. */ by: Player; event: "took_back"; /** The current node. */ node: NodeId; } | { event: "redone"; /** The current node. */ node: NodeId; } | { event: "went_to"; /** The current node. */ node: NodeId; } | { /** The player who offered it. */ by: Player; event: "draw_offered"; } | { /** The player who accepted it. */ by: Player; event: "draw_accepted"; } | { /** The player who declined or withdrew it. */ by: Player; event: "draw_declined"; } | { /** The player who requested it. */ by: Player; event: "takeback_offered"; } | { /** The player who accepted it. */ by: Player; event: "takeback_accepted"; } | { /** The player who declined or withdrew it. */ by: Player; event: "takeback_declined"; } | { event: "resigned"; /** The player who resigned. */ player: Player; } | { event: "flag_fell"; /** The player who ran out of time. */ player: Player; } | { event: "paused"; } | { event: "resumed"; } | { event: "renamed"; /** The new name. */ name: string; /** The player. */ player: Player; } | { event: "finished"; /** How the game ended. */ how: FinishKind; /** The result in record notation: `1-0`, `1/2`, `0-1/2-1/2`; `*` without a result. */ result: string; /** Who won and why, as a sentence: "Blue wins: White resigned". */ sentence: string; /** The winner; several players if they share the win, all if it is a draw, none if the game was abandoned. */ winners: Player[]; };

/** The whole table: at first, after every change, and when a player connects or disconnects. */
export interface TableMessage {
  table: Table;
  /** The value of `type` in a message. */
  type: "table";
}

/** A table to set up. */
export interface TableRequest {
  /** Minutes and increment in seconds such as `5+3`, seconds per turn such as `30/turn`, or both such as `5+3,30/turn`; by default no clock. */
  clock?: string | null;
  /** The id of a game, see `GET /api/games`. */
  game: string;
  /** Whether everyone may find the table in the lobby, to take an open seat or to watch. */
  listed?: boolean;
  /** Options that differ from their defaults. */
  options?: Record<string, OptionValue>;
  /** The position to start from, as text; by default the start position of the game. */
  position?: string | null;
  /** One seat for each player in turn order. The option `players` sets their number, if the game has it. */
  seats: SeatRequest[];
}

/** The settings of a table. */
export interface TableSetup {
  /** The clock, as in the request. */
  clock: string | null;
  /** The position the game started from; null if it is the start position of the game. */
  position: string | null;
}

/** How a table is shown. */
export interface TableViewParams {
  /** Whether to show the board from the other side. */
  flip?: boolean;
  /** Whether to show stacks from straight above instead of at an angle. */
  from_above?: boolean;
  /** Whether to include the board as SVG and in words. */
  svg?: boolean;
  /** The colours and the board, wooden by default; those that end in `cb` suit colour-blind players. */
  theme?: "light" | "dark" | "light-cb" | "dark-cb" | "felt-light" | "felt-dark" | "felt-light-cb" | "felt-dark-cb" | "slate-light" | "slate-dark" | "slate-light-cb" | "slate-dark-cb" | "paper-light" | "paper-dark" | "paper-light-cb" | "paper-dark-cb";
}

/** A table without its history. */
export interface TableWithoutHistory {
  /** The server time at which the win can be claimed if the player to move is still away. */
  claim_at_ms: number | null;
  /** The player whose clock is running. */
  clock_running: Player | null;
  /** The time that each player has left; null without a clock. */
  clocks: (Clock | null)[];
  /** The id of the current history entry. */
  current: NodeId;
  /** What happened in the last change. */
  events: TableEvent[];
  /** The id of the game. */
  game: string;
  id: string;
  /** The squares that the last move touched. */
  last_move: Square[];
  /** Whether everyone may find the table in the lobby. */
  listed: boolean;
  /** The first steps of all legal moves; `POST /api/position` returns the following ones. */
  next: Step[];
  /** Sentences about changes that no player chose: forced passes, and players who left the game. */
  notices: string[];
  /** An offer that has not been answered. */
  offer: Offer | null;
  options: Options;
  paused: boolean;
  /** The position as text. */
  position: string;
  /** The next game, once all people at the table have asked for a rematch. */
  rematch: Rematch | null;
  /** The result; null while the game is in progress. */
  result: Finish | null;
  /** A number that increases with every change. */
  revision: number;
  /** What players have said since the server loaded the table: the last phrase of each. */
  said: Said[];
  /** The seats in turn order. */
  seats: Seat[];
  /** The time of this message, in milliseconds. */
  server_time_ms: number;
  setup: TableSetup;
  /** Whether people play each other from different devices. */
  shared: boolean;
  /** The number of spectators who are watching at the moment, at all servers. It may be a second old. */
  spectators: number;
  /** Every square in words, by its name, if the request asked for it. */
  squares?: Record<string, string>;
  /** Who is to move, or how the game ended. */
  status: string;
  /** The board as SVG, if the request asked for it. */
  svg?: string;
  /** The player to move; null if the game is over. */
  turn: Player | null;
  /** Whether the game waits for players to take their seats. The clocks start after that. */
  waiting: boolean;
  /** The players who asked for a rematch. */
  want_rematch: Player[];
  /** The players whose seats your secret owns; empty for spectators. */
  you: Player[];
}

/** A straight piece that covers several squares. */
export interface Tile {
  /** The left or lower end. */
  from: Square;
  /** Whether it is only previewed: about to be removed, or not completely placed. */
  ghost: boolean;
  /** A remark for people, such as the score for removing it. */
  note: string | null;
  /** The owner. */
  owner: Player;
  /** The right or upper end. */
  to: Square;
  /** What it counts, in games in which tiles have a value. */
  value: number | null;
}

/** A tile by its ends. */
export interface TileEnds {
  from: Square;
  to: Square;
}

/** The value of a position or move. */
export interface Value {
  /** The winning probability of player 0, if it is known. */
  chance: number | null;
  /** The kind of value, for the player to move. */
  kind: ValueKind;
  /** The value for the player to move on a square: `W`, `D` or `L` if it is proven, otherwise a winning chance. */
  letter: string;
  /** The number of plies until a proven win or loss with best play, if it is known exactly. */
  plies: number | null;
  /** Whether the value is certain. */
  proven: boolean;
  /** The same in a few characters, with the first letter of a side. */
  short: string;
  /** The value in words: who wins if that is proven, otherwise the winning chance of the first of two players, or of the player to move. */
  text: string;
}

/** The kind of a value. Everything but an estimate is proven. */
export type ValueKind = "win" | "draw" | "loss" | "estimate";
