//! The conversation as this engine understands it: our own session hears all that is said to the examined engine, so that
//! it is known which of its moves are legal.

use std::ffi::OsString;
use std::time::Instant;

use tengen_engine::engine::{Choice, Outcome, Report, Task};
use tengen_engine::game::GameResult;
use tengen_engine::opening::Action as OpeningAction;
use tengen_protocol::Settings;
use tengen_protocol::manager::Swap2Answer;
use tengen_protocol::session::{Session, SessionAction, SessionRequest};

/// A listener that knows the position.
pub(super) struct MirrorSession {
    session: Session,
    /// What was asked last and has not been answered.
    request: Option<Box<SessionRequest>>,
    /// The beginning of a line whose end was not said yet.
    begun: String,
}

impl MirrorSession {
    /// A listener at the start of a conversation with an engine that was given these arguments.
    pub(super) fn new(arguments: &[String]) -> MirrorSession {
        let (settings, _) = Settings::from_args(arguments.iter().map(OsString::from));
        MirrorSession { session: Session::new(settings), request: None, begun: String::new() }
    }

    /// Hears what was said to the engine.
    pub(super) fn hear(&mut self, text: &str) {
        self.begun.push_str(text);
        while let Some(end) = self.begun.find(['\r', '\n']) {
            let line: String = self.begun.drain(..=end).collect();
            let actions = self.session.hear(&line, Instant::now());
            self.act(actions);
        }
    }

    /// Sees the coordinates that the engine answered, and tells what is wrong with them.
    pub(super) fn answered(&mut self, coordinates: &[(i64, i64)]) -> Result<(), String> {
        // Something was asked that this session has refused: any answer will do.
        let Some(request) = self.request.take() else { return Ok(()) };
        let mut game = request.task.game().clone();
        let mut points = Vec::new();
        for &coordinate in coordinates {
            let point = self.session.coords().point(coordinate, game.size());
            let point = point.ok_or_else(|| format!("{} is off the board", text(coordinate)))?;
            game.place(game.to_move(), point).map_err(|why| format!("{}: {why}", text(coordinate)))?;
            if let Some(GameResult::Forbidden(kind)) = game.result() {
                return Err(format!("{} is forbidden to Black: {kind}", text(coordinate)));
            }
            points.push(point);
        }
        let choices = if let Task::Opening { opening, .. } = &request.task {
            let answer = Swap2Answer::Stones(coordinates.to_vec()).actions(opening, self.session.coords());
            vec![answer.map_or(Choice::Nothing, Choice::Opening)]
        } else {
            // Of two moves each has a request of its own here.
            points.into_iter().map(Choice::Move).collect()
        };
        self.request = Some(request);
        choices.into_iter().for_each(|choice| self.decided(choice));
        Ok(())
    }

    /// Sees that the engine answered with `SWAP`.
    pub(super) fn swapped(&mut self) {
        self.decided(Choice::Opening(vec![OpeningAction::Swap]));
    }

    /// What was asked for last is answered, if anything was.
    fn decided(&mut self, choice: Choice) {
        let Some(request) = self.request.take() else { return };
        let actions = self.session.see(request.number, Report::Done(Outcome::new(choice, None)), Instant::now());
        self.act(actions);
    }

    /// Takes the requests from actions, and from those that follow.
    fn act(&mut self, mut actions: Vec<SessionAction>) {
        loop {
            for action in actions {
                match action {
                    SessionAction::Go(request) => self.request = Some(request),
                    SessionAction::Abandon => self.request = None,
                    _ => {}
                }
            }
            actions = self.session.follow_up(Instant::now());
            if actions.is_empty() {
                return;
            }
        }
    }
}

fn text((x, y): (i64, i64)) -> String {
    format!("{x},{y}")
}
