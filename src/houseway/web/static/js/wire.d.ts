// The frames of houseway.1 as types, written by `python -m tools.wire`; docs/protocol.md says what they mean.

/** All that a socket is told. */
export type AnyFrame = Welcome | Step | Ok | Refused | AdviceFrame | Closing | MovedAway | Lobby | Pong;

/** A line of the story, by its `k`. */
export type AnyLine = Said | CardsDealt | CardsTurned | CardsMoved | DiceRolled | DecisionMade | ChipsMoved | WagerPaid | FeeTaken | PrizeWon | PotPushed | BankMoved | ButtonMoved | Shuffled | Void | TookBack | Warned | BetsClosed | PlayerLeft | TableClosed | PhaseLine | FloorLine | SheetPosted | FloorCalled | Requested | PlayerRemoved;

/** All that a socket may say. */
export type Message = Sit | TopUp | SitOut | ComeBack | StandUp | BankChoice | Bet | Ready | AskFor | Say | GiveWords | Decide | TakeBack | Floor | Agree | AskCoach | Hello | Ping;

/** The name of a choice, or that name with what was chosen. */
export type Decision = string | Record<string, unknown>;

/** Everything that somebody who comes in has to know; `story` covers the steps from `story_from` on. */
export interface Welcome {
  t: "welcome";
  n: number;
  you: You;
  table: TableView;
  state: PublicState;
  mine: Mine;
  story: Array<AnyLine>;
  story_from: number;
}

/** Whoever looks: their places, and their chips beside the circles. */
export interface You {
  person: string;
  name: string;
  places: Array<string>;
  chips: number;
}

/** What stays the same while nobody changes the sheet: `hands` a person may play, `rail` where others bet behind seats, and the rows that the table has `posted`; `differs` is left out where all is as printed. `terms` names what of it changes payments: a page that shows the list agrees to that, and to nothing newer. `structure` is how a schedule limits bets where nobody banks: `limit`, `spread-limit` or `no-limit`. */
export interface TableView {
  table: string;
  game: string;
  options: Record<string, unknown>;
  limits: Array<number | null>;
  positions: number;
  seats: number;
  pace: string;
  buy_in: BuyInView;
  schedule: string | null;
  private: boolean;
  watch_delay: number;
  bots: number;
  time: number;
  hands: number;
  hands_adjacent: boolean;
  rail: boolean;
  posted: Array<PostedRow>;
  structure: string;
  differs?: Array<Difference>;
  terms?: string;
}

/** What somebody may bring, and the `usual` amount that is suggested to them. */
export interface BuyInView {
  low: number;
  high: number | null;
  usual: number;
}

/** One row of the posted card. Facts named `low`, `high`, `least`, `fee`, `small`, `big` and `seed` are cents. */
export interface PostedRow {
  key: string;
  facts?: Record<string, unknown>;
  clause?: string;
}

/** One thing that the table posts otherwise than it is printed; `pays`: it changes what somebody is paid. `name` is an option's id, a pay row as `table: row`, a bonus's term as `bonus.term`, or `limits`. */
export interface Difference {
  kind: "bonus" | "limits" | "option" | "pay";
  name: string;
  printed: string;
  posted: string;
  clause: string;
  pays: boolean;
}

/** The table as everybody sees it. Of a banked game `pots` hold what the dealer has picked up before the end of a round: the `forfeits` (PD-45). */
export interface PublicState {
  phase: string;
  was: string | null;
  round: number;
  round_id: string;
  step: number;
  seats: Array<SeatView>;
  rail: Array<RailView>;
  bank: BankView | null;
  offered: number | null;
  button: number;
  action: ActionResult | null;
  places: Array<BetsView>;
  bets: Record<string, Record<string, number>>;
  requests: Record<string, Array<string>>;
  cards: Record<string, string>;
  counts: Counts | null;
  pots: Record<string, number>;
  pools: Record<string, number>;
  dice: Array<Array<number>>;
  waiting: Array<string>;
  due_ms: Record<string, number>;
  bank_ms: Record<string, number>;
  payments: Array<PaymentView>;
  fees: Array<FeeResult>;
  jackpots: Array<PrizeResult>;
  transfers: Array<TransferResult>;
  irregularities: Array<string>;
  calls: Array<FloorCall>;
  nets: Record<string, number>;
  quiet: boolean;
  void: string | null;
  commit: string;
  next: NextRound | null;
  pack: string;
  buttons: Record<string, Record<string, string>>;
  root: string;
  fair: unknown;
  proposal: ProposalView | null;
}

/** Who sits there, with how many chips beside the circles; `missed` names the blinds that are owed. `coming` of the chips were bought in a round and are in play from the next one on. `lost`: the person's line is down; `away` is true then too. */
export interface SeatView {
  seat: number;
  person: string;
  name: string;
  stack: number;
  away: boolean;
  out: boolean;
  bot: boolean;
  missed: string;
  coming: number;
  lost: boolean;
}

/** Somebody without a seat, who bets behind others. */
export interface RailView {
  person: string;
  name: string;
  stack: number;
}

/** Who banks, with which chips, and in which hand of the turn; the house sits at seat 0 and posts nothing (null). Before the first bet and once the round is over the chips of a bank are in its holder's stack: 0 are posted. */
export interface BankView {
  seat: number;
  person: string;
  posted: number | null;
  turn: number;
}

/** The action button: the seat where settling starts, the card or the dice that placed it there, and the clauses. */
export interface ActionResult {
  seat: number;
  by: string | null;
  clauses: Array<string>;
}

/** The chips that lie on the circles of a place. */
export interface BetsView {
  place: string;
  seat: number;
  wagers: Record<string, number>;
  folded: boolean;
}

/** Cards that nobody sees: the `stock` still to be dealt of the whole `shoe`, and the `tray` of earlier rounds. */
export interface Counts {
  stock: number;
  shoe: number;
  tray: number;
}

/** What became of one wager (see `table.result.PaymentResult`). */
export interface PaymentView {
  place: string;
  wager: string;
  outcome: string;
  odds: string | null;
  staked: number;
  due: number;
  covered: number;
  returned: number;
  net: number;
  commission: number;
  clauses: Array<string>;
}

/** A fee into the box or, with `pool`, into a jackpot; `action` is the amount that it was looked up by. */
export interface FeeResult {
  from: string;
  player: string;
  person: string;
  amount: number;
  action: number;
  clauses: Array<string>;
  pool?: string;
}

/** What a jackpot paid. */
export interface PrizeResult {
  pool: string;
  seat: number;
  amount: number;
  clauses: Array<string>;
}

/** What one player paid another, by seat. */
export interface TransferResult {
  from: number;
  to: number;
  amount: number;
  clauses: Array<string>;
}

/** The dealer called the floor person about the hand of a place (MPG-32). */
export interface FloorCall {
  place: string;
  hand: string;
  clause: string;
}

export interface NextRound {
  round: number;
  commit: string;
}

/** What a host who is in the round wants to do: `waiting` are the persons whose word is missing. */
export interface ProposalView {
  person: string;
  name: string;
  do: string;
  place: string;
  decision: Decision;
  irregularity: string;
  reason: string;
  agreed: Array<string>;
  waiting: Array<string>;
}

/** What one person sees and may answer beside the public state; nothing at all for who only watches. `requests` are what the person may ask for the coming hand, and whether it is asked for already. */
export interface Mine {
  cards?: Record<string, string>;
  hands?: Record<string, string>;
  lows?: Record<string, string>;
  asks?: Array<AskView>;
  bets?: Array<BetOffer>;
  bank?: BankOffer | null;
  bank_barred?: number;
  ready?: boolean;
  requests?: Record<string, boolean>;
  take_back?: Array<string>;
  agree?: boolean;
  openings?: Array<unknown>;
}

/** A question to one place of the person: what may be answered, and what the clock would. */
export interface AskView {
  place: string;
  step: number;
  choices: Array<ChoiceOffer>;
  default: Decision;
  offers?: Array<Decision>;
  about?: string;
  revocable?: boolean;
  settings?: Array<SettingOffer>;
  fouls?: Array<SettingOffer>;
}

/** Something that may be answered; what has its default value is left out (6.5.5). */
export interface ChoiceOffer {
  name: string;
  clause?: string;
  circle?: string;
  low?: number;
  high?: number;
  step?: number;
  pick?: string | null;
  least?: number;
  most?: number;
  piles?: Array<string> | null;
  usual?: number;
}

/** A hand set in two: the cards that are picked, and what both parts are called. */
export interface SettingOffer {
  pick: string;
  high: string;
  low: string;
}

/** A place where a person may bet: what lies `on` it, and what did in the `last` round that was bet on. */
export interface BetOffer {
  place: string;
  circles: Array<CircleOffer>;
  on: Record<string, number>;
  last: Record<string, number>;
}

/** A circle that takes a wager now (6.5.1); `share` is the part of `needs` that it may be, as two numbers. */
export interface CircleOffer {
  circle: string;
  required: boolean;
  low: number;
  high: number;
  step: number;
  needs: string;
  equal: boolean;
  share: Array<number> | null;
  clause: string;
}

/** What the person may say about the bank, and the stakes that would be taken. `agrees` is said with `take` where the table pays otherwise than printed; left out where it does not. */
export interface BankOffer {
  may: Array<"pass" | "release" | "take">;
  low: number;
  high: number;
  agrees?: string;
}

/** Somebody spoke, who is at the table or only watches. */
export interface Said {
  k: "said";
  person: string;
  name: string;
  text: string;
  watching?: boolean;
  n?: number;
}

/** Cards from the shoe to a spot; `--` lies face down. */
export interface CardsDealt {
  k: "dealt";
  spot: string;
  cards: string;
  n?: number;
}

/** Cards of a spot are face up now, or face down where `up` is False. */
export interface CardsTurned {
  k: "turned";
  spot: string;
  at: Array<number>;
  cards: string;
  up?: boolean;
  n?: number;
}

/** Cards went from a spot to another; `at` and `into` as in `table.told.history.Moved`. */
export interface CardsMoved {
  k: "moved";
  from: string;
  to: string;
  cards: string;
  at?: Array<number>;
  into?: Array<number>;
  n?: number;
}

export interface DiceRolled {
  k: "rolled";
  dice: Array<number>;
  n?: number;
}

/** What a place decided, null where that is its secret; `slow` where its time had run out. */
export interface DecisionMade {
  k: "decided";
  place: string;
  decision: Decision | null;
  slow: boolean;
  n: number;
}

/** Chips went from one place to another, by that clause; `later`: they are in play from the next round on. */
export interface ChipsMoved {
  k: "chips";
  from: string;
  to: string;
  cents: number;
  clause?: string;
  later?: boolean;
  n?: number;
}

/** A wager was settled. */
export interface WagerPaid {
  k: "paid";
  place: string;
  wager: string;
  outcome: string;
  net: number;
  staked?: number;
  returned?: number;
  odds?: string | null;
  commission?: number;
  clauses?: Array<string>;
  n?: number;
}

/** A fee into the box, or into a jackpot's pool; less than nothing where it went back. */
export interface FeeTaken {
  k: "fee";
  from: string;
  cents: number;
  clauses?: Array<string>;
  pool?: string;
  n?: number;
}

/** A jackpot paid a place so many cents. */
export interface PrizeWon {
  k: "prize";
  pool: string;
  place: string;
  cents: number;
  clauses?: Array<string>;
  n?: number;
}

/** A pot went to those who won it, a share to each. */
export interface PotPushed {
  k: "pot";
  pot: string;
  total: number;
  shares: Array<ShareResult>;
  n?: number;
}

/** What one seat was pushed of a pot: the whole or a part of it, of its high or low half, or the own chips back. */
export interface ShareResult {
  seat: number;
  half: string;
  cents: number;
  clauses: Array<string>;
}

/** The bank is `offered` to a seat, `taken`, `passed`, `released`, or `house`'s; or a seat is `skipped` by that clause: its person has banked so many `hands` in a row, or has not `low` cents for a bank. `slow`: the time of who was offered it had run out. */
export interface BankMoved {
  k: "bank";
  do: string;
  seat?: number;
  person?: string;
  posted?: number;
  turn?: number;
  clause?: string;
  hands?: number;
  low?: number;
  slow?: boolean;
  n?: number;
}

/** The `action` button, where settling starts, or the `dealer`'s. */
export interface ButtonMoved {
  k: "button";
  seat: number;
  what?: string;
  by?: string | null;
  clauses?: Array<string>;
  n?: number;
}

/** So many cards went back into the shoe, or all of them. */
export interface Shuffled {
  k: "shuffled";
  cards: number;
  n?: number;
}

/** The round is void, or an irregularity was called that lets it play on. */
export interface Void {
  k: "void";
  clause: string;
  reason?: string;
  void?: boolean;
  n?: number;
}

export interface TookBack {
  k: "took_back";
  place: string;
  n?: number;
}

/** The place's own time is over, and in `ms` the clock decides for it; only its player is told what. */
export interface Warned {
  k: "warned";
  place: string;
  ms: number;
  default?: Decision | null;
  n?: number;
}

/** The dealer calls 'No more bets': the round is dealt with what lies on the circles. */
export interface BetsClosed {
  k: "no_more_bets";
  round: number;
  clause?: string;
  n?: number;
}

/** A person leaves the table with so many cents; the name is told, for no seat holds it any more. `slow`: nobody came back in the time for which the seat was held. */
export interface PlayerLeft {
  k: "left";
  person: string;
  name: string;
  cents: number;
  slow?: boolean;
  n?: number;
}

/** The table is closed: everybody who played there, by person, with what each brought and took home. */
export interface TableClosed {
  k: "closed";
  people: Record<string, PersonTally>;
  reason?: string;
  n?: number;
}

/** What a person brought to the table and took home from it, in cents. */
export interface PersonTally {
  name: string;
  brought: number;
  took: number;
}

export interface PhaseLine {
  k: "phase";
  phase: string;
  round: number;
  n?: number;
}

/** A host who is in the round has `proposed` to do something; players `agreed` or `declined`, or it is `done`. */
export interface FloorLine {
  k: "floor";
  word: string;
  do: string;
  person: string;
  name: string;
  place?: string;
  decision?: Decision;
  irregularity?: string;
  reason?: string;
  n?: number;
}

/** The host has changed the sheet; it holds from that round on. */
export interface SheetPosted {
  k: "sheet";
  round: number;
  changes: Array<SheetChange>;
  n?: number;
}

/** One posted value that changed: `limits`, `fee`, `option`, `pay`, `bonus`, `bots`, `pace`, `time` or `hold`; an `option`, `pay` and `bonus` say by `name` which. Of a `fee` both values are as in the posted card, with `schedule`. */
export interface SheetChange {
  what: string;
  name: string;
  was: unknown;
  now: unknown;
}

/** The dealer calls the floor person about the hand of a place, which lies open (MPG-32). */
export interface FloorCalled {
  k: "notice";
  words: string;
  place?: string;
  hand?: string;
  clause?: string;
  n?: number;
}

/** A player asks for something that the rules grant for the coming hand, or takes it back where `on` is False. */
export interface Requested {
  k: "asked";
  person: string;
  what: string;
  on?: boolean;
  clause?: string;
  n?: number;
}

/** The host removes a player, `later`: when the round is over; or takes that back in time, `back`. */
export interface PlayerRemoved {
  k: "removed";
  person: string;
  name: string;
  later?: boolean;
  back?: boolean;
  n?: number;
}

/** What happened in step `n`, and the table after it; `table` where another sheet is posted. */
export interface Step {
  t: "step";
  n: number;
  state: PublicState;
  mine: Mine;
  story: Array<AnyLine>;
  table?: TableView;
}

/** The command under this key is done and will not be forgotten; it took effect in step `n`. */
export interface Ok {
  t: "ok";
  key: string;
  n: number;
  from_round?: number | null;
}

/** Nothing was done, for the reason that `says` tells; `code` and `facts` are for programs. */
export interface Refused {
  t: "refused";
  key: string | null;
  code: string;
  says: string;
  clause: string;
  where: string;
  facts: Record<string, unknown>;
}

/** What the coach says to the question of that key, the best first. */
export interface AdviceFrame {
  t: "advice";
  key: string;
  best: Decision;
  options: Array<CoachedOption>;
  exact: boolean;
  method: string;
  equity: number | null;
  pot_odds: number | null;
  error: number;
}

/** One choice, what it costs against the best and what it expects, in whole cents; null where nobody can say. `share` is the cost in parts of a cent too. */
export interface CoachedOption {
  decision: Decision;
  cost: number | null;
  expects: number | null;
  share: number | null;
}

/** The room closes; it may be back in so many seconds. */
export interface Closing {
  t: "closing";
  back_in: number;
}

/** The table is at another node, under this address. */
export interface MovedAway {
  t: "moved";
  url: string;
}

/** All tables that anybody may see. */
export interface Lobby {
  t: "lobby";
  tables: Array<LobbyLine>;
}

/** A table as the lobby shows it; `names` are those of the people there, without the bots. `calls` counts how often the dealer called the floor person in the round on the table. */
export interface LobbyLine {
  table: string;
  game: string;
  phase: string;
  round: number;
  seats: number;
  people: number;
  bots: number;
  names: Array<string>;
  limits: Array<number | null>;
  pace: string;
  private: boolean;
  calls: number;
}

/** The room is there. */
export interface Pong {
  t: "pong";
}

/** Somebody sits down and brings chips from the cage; seat 0 is the rail, for who only bets behind others. */
export interface Sit {
  t: "sit";
  seat: number;
  buy_in?: number;
  key?: string;
}

export interface TopUp {
  t: "top_up";
  cents: number;
  key?: string;
}

export interface SitOut {
  t: "sit_out";
  key?: string;
}

/** `post`: at once, by posting what was missed, rather than when the big blind comes round. */
export interface ComeBack {
  t: "come_back";
  post?: boolean;
  key?: string;
}

/** Everything that the person has at the table goes to the cage; of a second hand, only its `seat` is given up. */
export interface StandUp {
  t: "stand_up";
  seat?: number;
  key?: string;
}

/** `agrees` names the terms that the offer came with, where the table pays otherwise than printed. */
export interface BankChoice {
  t: "bank";
  do: "pass" | "release" | "take";
  posted?: number;
  agrees?: string;
  key?: string;
}

/** All wagers of a place; `{}` takes them back. */
export interface Bet {
  t: "bet";
  round: number;
  place: string;
  wagers: Record<string, number>;
  words?: string;
  key?: string;
}

export interface Ready {
  t: "ready";
  round: number;
  key?: string;
}

/** A player asks for something that the rules grant for the coming hand (FPG-21), or takes that back. */
export interface AskFor {
  t: "ask_for";
  round: number;
  what: string;
  on?: boolean;
  key?: string;
}

export interface Say {
  t: "say";
  text: string;
  key?: string;
}

/** Words that are mixed into the seed of a round whose commitment was shown. */
export interface GiveWords {
  t: "words";
  round: number;
  words: string;
  key?: string;
}

/** The answer of a place to what it was asked at that step of the round. */
export interface Decide {
  t: "decide";
  round: number;
  step: number;
  place: string;
  decision: Decision;
  key?: string;
}

export interface TakeBack {
  t: "take_back";
  round: number;
  place: string;
  key?: string;
}

/** What only the host does: `void` for a `reason`, `call` an `irregularity`, `rule` on a `place` that misplayed by the `decision`, add `cents` to the jackpot `pool`, `remove`, `admit` again or `mute` a `person`. */
export interface Floor {
  t: "floor";
  do: "admit" | "call" | "close" | "jackpot" | "mute" | "pause" | "remove" | "resume" | "rule" | "void";
  reason?: string;
  irregularity?: string;
  place?: string;
  decision?: Decision;
  pool?: string;
  cents?: number;
  person?: string;
  abandoned?: boolean;
  key?: string;
}

/** A player's word on what a host who is in the round wants to do; `yes` false drops the proposal. */
export interface Agree {
  t: "agree";
  round: number;
  yes?: boolean;
  key?: string;
}

/** What would the coach do at this place? */
export interface AskCoach {
  t: "coach";
  round: number;
  place: string;
  key?: string;
}

/** The first word on a socket: the story after step `after` is wanted, or none of it. */
export interface Hello {
  t: "hello";
  after?: number | null;
}

/** Asks whether the room is there; answered by `pong` at once, before `hello` too. It has no key. */
export interface Ping {
  t: "ping";
}
