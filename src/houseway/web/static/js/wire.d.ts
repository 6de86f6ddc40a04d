// The frames of houseway.1 as types, written by `python -m tools.wire`; docs/protocol.md says what they mean.

/** All that a socket is told. */
export type AnyFrame = Welcome | Step | Ok | Refused | AdviceFrame | Closing | MovedAway | Lobby | Pong;

/** A line of the story, by its `k`. */
export type AnyLine = Said | CardsDealt | CardsTurned | CardsMoved | DiceRolled | DecisionMade | ChipsMoved | WagerPaid | FeeTaken | PrizeWon | PotPushed | BankMoved | ButtonMoved | Shuffled | Void | TookBack | Warned | BetsClosed | PlayerLeft | TableClosed | PhaseLine | FloorLine | SheetPosted | FloorCalled | Requested | PlayerRemoved | SeatYielded;

/** All that a socket may say. */
export type Message = Sit | TopUp | SitOut | ComeBack | StandUp | BankChoice | Bet | Ready | AskFor | Say | GiveWords | Decide | TakeBack | Floor | Agree | AskCoach | Hello | Ping;

/** The name of a choice, or that name with what was chosen. */
export type Decision = string | Record<string, unknown>;

/** The first frame of a connection: the whole table; `story` covers the steps from `story_from` on. */
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

/** The person who looks: their places, and their chips beside the circles. */
export interface You {
  person: string;
  name: string;
  places: Array<string>;
  chips: number;
}

/** The part of a table that stays the same until the sheet changes. `hands` is how many a person may play, `rail` whether people may bet behind seats. `posted` are the rows of the posted card. `differs` is left out if all is as printed. `terms` is a digest of the differences that change who wins or how much: a page that shows the list agrees to that digest, and to nothing newer. `bots_stay_out`: the table asked for bots, and they take no seat because a guest posted those terms. `structure` is how a schedule limits bets if nobody banks: `limit`, `spread-limit` or `no-limit`. */
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
  bots_stay_out?: boolean;
}

/** The smallest and largest buy-in, and the `usual` amount that the page suggests. */
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

/** One value that the table posts otherwise than printed; `pays`: it changes who wins or how much. `name` is an option's id, a pay row as `table: row`, a bonus's term as `bonus.term`, or `limits`. */
export interface Difference {
  kind: "bonus" | "limits" | "option" | "pay";
  name: string;
  printed: string;
  posted: string;
  clause: string;
  pays: boolean;
}

/** The table as everybody sees it. In a banked game `pots` holds the `forfeits`, which the dealer picked up before the end of a round (PD-45). */
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

/** A seat with its player and the chips beside the circles; `missed` names the blinds that the player owes. The player bought `coming` of the chips during a round; they are in play from the next one on. `lost` says that the player has no connection; `away` is true then too. `yields` says that this is an extra circle without a bet, where somebody without a seat may sit down. */
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
  yields: boolean;
}

/** A person without a seat, who bets behind others. */
export interface RailView {
  person: string;
  name: string;
  stack: number;
}

/** The banker, the posted stake and the hand of the turn. The house sits at seat 0 and posts nothing (null). Before the first bet and after the round the stake lies in its holder's stack, so 0 is posted. */
export interface BankView {
  seat: number;
  person: string;
  posted: number | null;
  turn: number;
}

/** The action button: the seat where settling starts, the card or dice that placed it, and the clauses. */
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

/** Counts of hidden cards: the `stock` left to deal, the whole `shoe`, and the discard `tray` of earlier rounds. */
export interface Counts {
  stock: number;
  shoe: number;
  tray: number;
}

/** The result of one wager (see `table.reports.result.PaymentResult`). */
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
  person: string;
}

/** A fee into the box, or into the jackpot `pool`. `action` is the amount that the fee was looked up by. */
export interface FeeResult {
  from: string;
  player: string;
  person: string;
  amount: number;
  action: number;
  clauses: Array<string>;
  pool?: string;
}

/** A jackpot's payment to a seat. */
export interface PrizeResult {
  pool: string;
  seat: number;
  amount: number;
  clauses: Array<string>;
}

/** A payment from one player to another, by seat. */
export interface TransferResult {
  from: number;
  to: number;
  amount: number;
  clauses: Array<string>;
}

/** A call of the dealer for the floor person, about the hand of a place (MPG-32). */
export interface FloorCall {
  place: string;
  hand: string;
  clause: string;
}

/** The number of the next round and the commitment to its seed. */
export interface NextRound {
  round: number;
  commit: string;
}

/** An action that a host in the round proposes; `waiting` are the persons who have not agreed yet. */
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

/** The cards, questions and offers of one person beside the public state; empty for a watcher. `hands` and `lows` name hands in English; `hand_names` and `low_names` say the same by key and facts. `requests` are what the person may ask for the coming hand, and whether the person asks for it already. */
export interface Mine {
  cards?: Record<string, string>;
  hands?: Record<string, string>;
  lows?: Record<string, string>;
  hand_names?: Record<string, HandNameView>;
  low_names?: Record<string, HandNameView>;
  asks?: Array<AskView>;
  bets?: Array<BetOffer>;
  bank?: BankOffer | null;
  bank_barred?: number;
  ready?: boolean;
  requests?: Record<string, boolean>;
  take_back?: Array<string>;
  agree?: boolean;
  openings?: Array<unknown>;
  result?: OwnResult | null;
}

/** The name of a hand for any language: the key of its ladder, such as `full-house`, and the facts in it. A rank or a suit is written as cards have it, and a name within a name is one of these again. */
export interface HandNameView {
  ladder: string;
  facts?: Record<string, unknown>;
}

/** A question to a place of the person: the possible answers, and the clock's `default`. */
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

/** One possible answer. Fields with their default value are left out (6.5.5). */
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

/** A hand set in two: the cards of one part (`pick`), and the names of both parts. `high` and `low` are English. `high_name` and `low_name` say the same by key and facts, if the game gives them. */
export interface SettingOffer {
  pick: string;
  high: string;
  low: string;
  high_name?: HandNameView | null;
  low_name?: HandNameView | null;
}

/** A place where a person may bet: the chips `on` it, and those of the `last` round that the person bet on. */
export interface BetOffer {
  place: string;
  circles: Array<CircleOffer>;
  on: Record<string, number>;
  last: Record<string, number>;
}

/** A circle that takes a wager now (6.5.1). `share` is the part of `needs` that the wager may be, as two numbers. */
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

/** The words that the person may say about the bank, and the smallest and largest stake. A client sends `agrees` back with `take`. It is left out if the table pays as printed. */
export interface BankOffer {
  may: Array<"pass" | "release" | "take">;
  low: number;
  high: number;
  agrees?: string;
}

/** A person's result of a finished round. `rows` add up to `net`; `decides` is the index of the deciding row. `verdict` is `win`, `lose`, `even`, `push` or `void`; the last two say that every wager went back. `fees` are those of the fee rows. `folded`: in a game of pots the person gave up every hand. */
export interface OwnResult {
  verdict: string;
  net: number;
  fees?: number;
  decides?: number;
  folded?: boolean;
  rows?: Array<ResultRow>;
}

/** One part of a person's result: `cents` gained, or lost if negative. `kind` is `wager`, `bank-takes`, `bank-pays`, `paid` or `received` (by `n` players), `jackpot` or `fee`. `wager` is the circle, the pot or the pool. The commission is subtracted from the cents of its wager. */
export interface ResultRow {
  kind: string;
  cents: number;
  clauses: Array<string>;
  place?: string;
  wager?: string;
  outcome?: string;
  odds?: string | null;
  staked?: number;
  n?: number;
}

/** A person at the table or a watcher spoke. */
export interface Said {
  k: "said";
  person: string;
  name: string;
  text: string;
  watching?: boolean;
  n?: number;
}

/** The dealer dealt cards from the shoe to a spot; `--` lies face down. */
export interface CardsDealt {
  k: "dealt";
  spot: string;
  cards: string;
  n?: number;
}

/** The dealer turned cards of a spot face up, or face down if `up` is False. */
export interface CardsTurned {
  k: "turned";
  spot: string;
  at: Array<number>;
  cards: string;
  up?: boolean;
  n?: number;
}

/** Cards went from one spot to another; `at` and `into` are those of `table.reports.history.Moved`. */
export interface CardsMoved {
  k: "moved";
  from: string;
  to: string;
  cards: string;
  at?: Array<number>;
  into?: Array<number>;
  n?: number;
}

/** The dealer rolled the dice. */
export interface DiceRolled {
  k: "rolled";
  dice: Array<number>;
  n?: number;
}

/** A place decided. `decision` is null if it is secret; `slow` if the clock decided. */
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

/** The dealer settled a wager. */
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

/** A person paid a fee into the box or into a jackpot's pool. A negative amount went back. */
export interface FeeTaken {
  k: "fee";
  from: string;
  cents: number;
  clauses?: Array<string>;
  pool?: string;
  n?: number;
}

/** A jackpot paid a place. */
export interface PrizeWon {
  k: "prize";
  pool: string;
  place: string;
  cents: number;
  clauses?: Array<string>;
  n?: number;
}

/** The dealer pushed a pot to its winners, a share to each. */
export interface PotPushed {
  k: "pot";
  pot: string;
  total: number;
  shares: Array<ShareResult>;
  n?: number;
}

/** A seat's share of a pot. `half` says which part: all, the high or low half, or the own chips back. */
export interface ShareResult {
  seat: number;
  half: string;
  cents: number;
  clauses: Array<string>;
}

/** The bank is `offered` to a seat, `taken`, `passed`, `released`, or `house`'s; or a seat is `skipped`. `clause` is the reason for a skip: the person has banked so many `hands` in a row, or lacks `low` cents for a bank. `slow`: the clock passed it, because the time for an answer had run out. */
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

/** The `action` button, at which settling starts, or the `dealer` button moved. */
export interface ButtonMoved {
  k: "button";
  seat: number;
  what?: string;
  by?: string | null;
  clauses?: Array<string>;
  n?: number;
}

/** The dealer shuffled `cards` cards back into the shoe. */
export interface Shuffled {
  k: "shuffled";
  cards: number;
  n?: number;
}

/** The round is void, or the host called an irregularity that lets it play on (`void` False). */
export interface Void {
  k: "void";
  clause: string;
  reason?: string;
  void?: boolean;
  n?: number;
}

/** A place took its decision back. */
export interface TookBack {
  k: "took_back";
  place: string;
  n?: number;
}

/** The own time of a place is over: in `ms` the clock decides for it. Only its player is told the `default`. */
export interface Warned {
  k: "warned";
  place: string;
  ms: number;
  default?: Decision | null;
  n?: number;
}

/** The dealer called 'No more bets': the round is dealt with the chips that lie on the circles. */
export interface BetsClosed {
  k: "no_more_bets";
  round: number;
  clause?: string;
  n?: number;
}

/** A person left the table with so many cents. The line carries the name because no seat holds it any more. `slow`: nobody came back in the time for which the seat was held. */
export interface PlayerLeft {
  k: "left";
  person: string;
  name: string;
  cents: number;
  slow?: boolean;
  n?: number;
}

/** The table closed: everybody who played there, by person, with what each brought and took home. */
export interface TableClosed {
  k: "closed";
  people: Record<string, PersonTally>;
  reason?: string;
  n?: number;
}

/** The cents that a person brought to the table and took home from it. */
export interface PersonTally {
  name: string;
  brought: number;
  took: number;
}

/** The table entered a phase. */
export interface PhaseLine {
  k: "phase";
  phase: string;
  round: number;
  n?: number;
}

/** A host in the round `proposed` an action, a player `agreed` or `declined`, or the action is `done`. `withdrawn`: the host took the proposal back. */
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

/** The host changed the sheet. The change holds from that round on. */
export interface SheetPosted {
  k: "sheet";
  round: number;
  changes: Array<SheetChange>;
  n?: number;
}

/** One posted value that changed: `limits`, `fee`, `option`, `pay`, `bonus`, `bots`, `pace`, `time` or `hold`. `name` says which option, pay row or bonus. Both values of a `fee` are the facts of the posted card and `schedule`. */
export interface SheetChange {
  what: string;
  name: string;
  was: unknown;
  now: unknown;
}

/** The dealer called the floor person about the hand of a place, which lies open (MPG-32). */
export interface FloorCalled {
  k: "notice";
  words: string;
  place?: string;
  hand?: string;
  clause?: string;
  n?: number;
}

/** A player asked for something that the rules grant for the coming hand, or took it back if `on` is False. */
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

/** A person gives an extra circle without a bet to somebody who sits down there (`to`, P21-15). */
export interface SeatYielded {
  k: "yielded";
  person: string;
  name: string;
  seat: number;
  to: string;
  to_name: string;
  n?: number;
}

/** The story of step `n`, and the table after it; `table` if another sheet is posted. */
export interface Step {
  t: "step";
  n: number;
  state: PublicState;
  mine: Mine;
  story: Array<AnyLine>;
  table?: TableView;
}

/** The command under this key is durable; it took effect in step `n`. */
export interface Ok {
  t: "ok";
  key: string;
  n: number;
  from_round?: number | null;
}

/** Nothing was done, for the reason in `says`; `code` is for programs. A page in another language translates `form` and fills it with `facts`. */
export interface Refused {
  t: "refused";
  key: string | null;
  code: string;
  says: string;
  clause: string;
  where: string;
  facts: Record<string, unknown>;
  form: string;
}

/** The coach's answer to the question of that key, the best choice first. */
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

/** One choice: its cost against the best and its expectation, in whole cents; null if unknown. `share` is the cost with fractions of a cent. */
export interface CoachedOption {
  decision: Decision;
  cost: number | null;
  expects: number | null;
  share: number | null;
}

/** The server closes; it may be back in so many seconds. */
export interface Closing {
  t: "closing";
  back_in: number;
}

/** The table is at another node, at this URL. */
export interface MovedAway {
  t: "moved";
  url: string;
}

/** All public tables. */
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

/** The answer to `ping`. */
export interface Pong {
  t: "pong";
}

/** Seats the sender with chips from the cage. Seat 0 is the rail, for people who only bet behind others. */
export interface Sit {
  t: "sit";
  seat: number;
  buy_in?: number;
  key?: string;
}

/** Buys more chips from the cage. */
export interface TopUp {
  t: "top_up";
  cents: number;
  key?: string;
}

/** Deals the sender out of the coming rounds. */
export interface SitOut {
  t: "sit_out";
  key?: string;
}

/** Deals the sender in again. `post`: at once, by posting the missed blinds, rather than at the next big blind. */
export interface ComeBack {
  t: "come_back";
  post?: boolean;
  key?: string;
}

/** Takes all of the sender's chips at the table to the cage. With `seat`, the sender gives up that second hand only. */
export interface StandUp {
  t: "stand_up";
  seat?: number;
  key?: string;
}

/** Takes, passes or releases the bank. `agrees` names the terms of the offer if the table pays otherwise than printed. */
export interface BankChoice {
  t: "bank";
  do: "pass" | "release" | "take";
  posted?: number;
  agrees?: string;
  key?: string;
}

/** Sets all wagers of a place; `{}` takes them back. */
export interface Bet {
  t: "bet";
  round: number;
  place: string;
  wagers: Record<string, number>;
  words?: string;
  key?: string;
}

/** Says that the sender has finished betting. */
export interface Ready {
  t: "ready";
  round: number;
  key?: string;
}

/** Asks for something that the rules grant for the coming hand (FPG-21), or takes the request back. */
export interface AskFor {
  t: "ask_for";
  round: number;
  what: string;
  on?: boolean;
  key?: string;
}

/** Speaks at the table. */
export interface Say {
  t: "say";
  text: string;
  key?: string;
}

/** Gives words that the table mixes into the seed of a round after it has shown the commitment. */
export interface GiveWords {
  t: "words";
  round: number;
  words: string;
  key?: string;
}

/** Answers the question that a place was asked at that step of the round. */
export interface Decide {
  t: "decide";
  round: number;
  step: number;
  place: string;
  decision: Decision;
  key?: string;
}

/** Takes back the last decision of a place. */
export interface TakeBack {
  t: "take_back";
  round: number;
  place: string;
  key?: string;
}

/** Does one of the host's actions. `void` needs a `reason`. `call` names an `irregularity`. `rule` decides for a `place` that misplayed, by the `decision`. `jackpot` adds `cents` to the `pool`. `remove`, `admit` and `mute` name a `person`. */
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

/** Agrees to the proposal of a host who is in the round. `yes` false drops the proposal. */
export interface Agree {
  t: "agree";
  round: number;
  yes?: boolean;
  key?: string;
}

/** Asks the coach for advice on this place. */
export interface AskCoach {
  t: "coach";
  round: number;
  place: string;
  key?: string;
}

/** The first message on a socket. `after` asks for the story after that step. */
export interface Hello {
  t: "hello";
  after?: number | null;
}

/** Asks whether the server is there; answered by `pong` at once, before `hello` too. It has no key. */
export interface Ping {
  t: "ping";
}
