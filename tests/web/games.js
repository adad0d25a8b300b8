// Plays games against the engine behind the page, by the same link, for some seconds: whoever plays is not a person but lots.
// The value is what came of all games so far: their number, their endings, and every fault.
(async () => {
  const OPENINGS = ["free", "swap2", "swap", "pro", "longpro", "rif", "yamaguchi", "soosyrv8", "taraguchi10", "tarannikov"];
  const { RULES, usualRule } = await import("./rules.js");
  const [LONGEST_WAIT, MOST_STONES] = [60_000, 140];
  if (!globalThis.contest) {
    const { connect } = await import("./link.js");
    const contest = { games: 0, moves: 0, endings: {}, faults: [], seed: 20260101, state: null, hint: null, wake: () => {} };
    const hear = (tell) => {
      if (tell.tell === "state") contest.state = tell;
      else if (tell.tell === "hint") contest.hint = tell;
      else if (tell.tell === "error") contest.faults.push(`${tell.text}: ${JSON.stringify(contest.asked)}, ${JSON.stringify(contest.state?.play)}`);
      contest.wake();
    };
    contest.link = await connect(hear, () => { contest.faults.push("the engine is gone"); contest.wake(); });
    globalThis.contest = contest;
  }
  const { contest } = globalThis;
  const lot = (count) => {
    contest.seed = (Math.imul(contest.seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((contest.seed / 2 ** 32) * count);
  };
  const ask = (message) => {
    contest.asked = message;
    contest.link.ask(message);
  };
  const until = (is, what) => new Promise((resolve) => {
    const timer = setTimeout(() => {
      contest.faults.push(`${what}: nothing for ${LONGEST_WAIT} ms, ${JSON.stringify(contest.state?.play)}`);
      contest.wake = () => {};
      resolve(false);
    }, LONGEST_WAIT);
    contest.wake = () => {
      if (!contest.faults.length && !(contest.state && is(contest.state))) return;
      clearTimeout(timer);
      contest.wake = () => {};
      resolve(!contest.faults.length);
    };
    contest.wake();
  });
  // A free point near a stone that is not forbidden.
  const choose = (state) => {
    const taken = new Set(state.stones.map(([point]) => point));
    const forbidden = new Set(state.to_move === "black" ? state.forbidden.map(([point]) => point) : []);
    for (let reach = 2; ; reach++) {
      const near = state.stones.length ? state.stones[lot(state.stones.length)][0] : "h8";
      const x = near.charCodeAt(0) - 97 + lot(2 * reach + 1) - reach;
      const y = Number(near.slice(1)) + lot(2 * reach + 1) - reach;
      const point = String.fromCharCode(97 + x) + y;
      if (x >= 0 && y >= 1 && x < state.width && y <= state.height && !taken.has(point) && !forbidden.has(point)) return point;
      if (reach > 400) return null;
    }
  };
  // What must change when something is done.
  const look = ({ stones, play }) => JSON.stringify([stones.length, play]);
  const play = async () => {
    const opening = OPENINGS[lot(OPENINGS.length)];
    const isRenju = usualRule(opening) === "renju";
    const rule = isRenju ? "renju" : RULES[lot(RULES.length)];
    const side = isRenju || opening !== "free" ? 15 : 9 + lot(12);
    const seat = "AB"[lot(2)];
    contest.state = null;
    ask({ ask: "play", rule, width: side, height: side, opening, people: [seat === "A", seat === "B"], level: { strength: 10 * lot(6) }, clocks: { kind: "unlimited" } });
    const ready = (state) => state.play && (state.play.ending || state.play.by === seat);
    while (await until((state) => ready(state) && state.width === side && state.rule === rule, `${rule} ${side} ${opening} ${seat}`)) {
      const { state } = contest;
      if (state.play.ending) break;
      const before = look(state);
      if (state.stones.length > MOST_STONES) ask({ ask: "resign" });
      else if (state.play.demand !== "ordinary") {
        contest.hint = null;
        ask({ ask: "hint" });
        if (!(await until(() => contest.hint?.actions.length, "a hint of the opening"))) break;
        ask({ ask: "act", action: contest.hint.actions[0] });
      } else if (lot(40) === 0 && state.play.can_undo) ask({ ask: "undo" });
      else {
        const point = choose(state);
        if (point === null) ask({ ask: "resign" });
        else ask({ ask: "put", point });
        contest.moves++;
        // Now and then it is hurried.
        if (lot(30) === 0) ask({ ask: "stop" });
      }
      if (!(await until((state) => look(state) !== before, "an answer"))) break;
    }
    const ending = contest.state?.play?.ending;
    if (ending && ending[1] === "five" && contest.state.five.length < 5) contest.faults.push("a five without its row");
    const points = contest.state?.stones.map(([point]) => point) ?? [];
    if (new Set(points).size !== points.length) contest.faults.push("two stones on one point");
    contest.games++;
    const how = ending ? (ending[1] === "five" ? (ending[0] === seat ? "won by lots" : "won by the engine") : ending[1]) : "broken off";
    contest.endings[how] = (contest.endings[how] ?? 0) + 1;
  };
  const begin = performance.now();
  while (contest.games < GAMES && !contest.faults.length && performance.now() - begin < 10_000) await play();
  const { games, moves, endings, faults } = contest;
  return { games, moves, endings, faults, replaced: contest.link.replaced() };
})()
