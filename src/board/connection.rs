//! One page: its messages, the thoughts of its engine, and one queue for both.

use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use tengen_engine::engine::{Options, Stopper};
use tengen_protocol::board::{
    Ask, BoardConversation, BoardJob, BoardThought, EngineResources, Listener, Order, Tell, Thinker,
};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

use crate::board::opened::hear_first;
use crate::databases::OwnDatabase;
use crate::random;
use crate::store::SharedStore;

/// The longest message of a page: a file in Base64.
const LONGEST_MESSAGE: usize = 64 << 20;

/// The most messages of a page that wait: what more it sends waits on its side.
const MOST_WAITING: usize = 4;

/// Mebibytes that a page may choose for the table of its engine, fewer where no more can be addressed; more is asked for on the
/// command line.
const MOST_HASH: usize = if usize::BITS > 32 { 4096 } else { 1024 };
const _: () = assert!(MOST_HASH <= usize::MAX >> 20);

/// What every page begins with.
#[derive(Clone)]
pub(crate) struct GivenPage {
    /// What its engine may use.
    pub options: Options,
    /// What it asks for at first: to be shown a file or moves.
    pub first: Option<Ask>,
    /// The database of all pages.
    pub database: Option<SharedStore>,
}

/// What happens in a conversation.
enum PageEvent {
    /// The page said something.
    Heard(String),
    /// The engine thought something.
    Thought(BoardThought),
    /// The page is gone.
    Closed,
}

/// What happens in a conversation, in its order.
struct PageQueue {
    events: Receiver<PageEvent>,
    /// Of it one is taken for each message of the page that waits no longer.
    places: Receiver<()>,
}

impl PageQueue {
    /// The next event, once there is one.
    fn next(&self) -> Option<PageEvent> {
        let event = self.events.recv().ok()?;
        if let PageEvent::Heard(_) = event {
            // Its place was taken before it came.
            let _ = self.places.try_recv();
        }
        Some(event)
    }
}

/// A voice in a conversation, which ends with it: whoever falls silent by a panic would be waited for otherwise.
struct PageVoice(Sender<PageEvent>);

impl PageVoice {
    /// Says something; whether anybody is there to hear it.
    fn say(&self, event: PageEvent) -> bool {
        self.0.send(event).is_ok()
    }
}

impl Drop for PageVoice {
    fn drop(&mut self) {
        self.say(PageEvent::Closed);
    }
}

/// The stream of a page, which hears that the conversation is over however it ends: its reader holds the stream too.
struct PageStream(TcpStream);

impl Drop for PageStream {
    fn drop(&mut self) {
        // It may be closed already.
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

/// What the thread of the engine does, in turn.
enum ThinkerWork {
    /// It thinks.
    Job(BoardJob),
    /// It may use so much from now on.
    Equip(EngineResources),
}

/// Talks with a page until it is closed.
pub(crate) fn converse(stream: TcpStream, given: &GivenPage) -> Result<()> {
    let config =
        WebSocketConfig::default().max_message_size(Some(LONGEST_MESSAGE)).max_frame_size(Some(LONGEST_MESSAGE));
    let _open = PageStream(stream.try_clone()?);
    // One half reads and the other writes: the page sends neither pings nor anything else that the reader must answer.
    let mut reader = WebSocket::from_raw_socket(stream.try_clone()?, Role::Server, Some(config));
    let mut writer = WebSocket::from_raw_socket(stream, Role::Server, Some(config));
    let (events, queue) = channel();
    let (jobs, work) = channel::<ThinkerWork>();
    let thinker = Thinker::new(given.options);
    let switch = JobSwitch { job: Arc::new(AtomicU64::new(0)), stoppers: thinker.stoppers() };
    let (page, (taken, places)) = (PageVoice(events.clone()), sync_channel(MOST_WAITING));
    thread::Builder::new().spawn(move || read_page(&mut reader, &taken, &page))?;
    let thinking = thread::Builder::new().spawn({
        let (engine, wanted) = (PageVoice(events), Arc::clone(&switch.job));
        move || think(thinker, &work, &engine, &wanted)
    })?;
    let result = talk(&PageQueue { events: queue, places }, &mut writer, &jobs, &switch, given);
    drop(switch);
    drop(jobs);
    thinking.join().map_err(|_| anyhow!("the engine of a page failed"))?;
    result
}

/// Reads what a page says, until it is closed or nobody hears it. Each message takes a place, which it waits for.
fn read_page(reader: &mut WebSocket<TcpStream>, taken: &SyncSender<()>, page: &PageVoice) {
    while let Ok(message) = reader.read() {
        if let Message::Text(text) = message
            && (taken.send(()).is_err() || !page.say(PageEvent::Heard(text.to_string())))
        {
            return;
        }
    }
}

/// The job that is wanted, and how any other is ended at once. Once the switch is gone none is wanted.
struct JobSwitch {
    job: Arc<AtomicU64>,
    stoppers: [Stopper; 2],
}

impl Drop for JobSwitch {
    fn drop(&mut self) {
        self.stop();
    }
}

impl JobSwitch {
    fn stop(&self) {
        self.job.store(0, Relaxed);
        self.stoppers.iter().for_each(Stopper::stop);
    }
}

/// The time of a conversation. It stands while another page has the database: no clock of a game runs then.
struct PageClock {
    begin: Instant,
    stood: Duration,
}

impl PageClock {
    fn new() -> PageClock {
        PageClock { begin: Instant::now(), stood: Duration::ZERO }
    }

    fn now(&self) -> Duration {
        self.begin.elapsed().saturating_sub(self.stood)
    }

    /// Does something for which the time stands.
    fn stopped<T>(&mut self, act: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let done = act();
        self.stood += begin.elapsed();
        done
    }
}

/// Hears, and does what the conversation orders.
fn talk(
    queue: &PageQueue,
    writer: &mut WebSocket<TcpStream>,
    jobs: &Sender<ThinkerWork>,
    switch: &JobSwitch,
    given: &GivenPage,
) -> Result<()> {
    let mut clock = PageClock::new();
    let mut conversation = BoardConversation::new(random::lot());
    let Options { threads, hash_bytes, .. } = given.options;
    let now = EngineResources { threads, hash: hash_bytes >> 20 };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let most = EngineResources { threads: cores.max(threads), hash: MOST_HASH.max(now.hash) };
    conversation = conversation.with_resources(now, most);
    if let Some(database) = &given.database {
        let own = OwnDatabase { store: database.clone(), most_bytes: usize::MAX };
        conversation = conversation.with_database(database.name.clone(), Box::new(own));
    }
    if let Some(first) = &given.first {
        obey(conversation.hear(first.clone(), clock.now()), writer, jobs, switch)?;
    }
    let mut is_first = given.first.is_some();
    while let Some(event) = queue.next() {
        let now = clock.now();
        // Of two pages that change a position each hears what the other has changed, and commits its own changes alone.
        let held = given.database.as_ref().map(|database| clock.stopped(|| database.hold()));
        let orders = match event {
            PageEvent::Heard(text) if is_first => {
                is_first = false;
                hear_first(&mut conversation, &text, now)
            }
            PageEvent::Heard(text) => conversation.hear_text(&text, now),
            PageEvent::Thought(thought) => conversation.see(thought, now),
            PageEvent::Closed => break,
        };
        drop(held);
        obey(orders, writer, jobs, switch)?;
    }
    Ok(())
}

fn obey(
    orders: Vec<Order>,
    writer: &mut WebSocket<TcpStream>,
    jobs: &Sender<ThinkerWork>,
    switch: &JobSwitch,
) -> Result<()> {
    for order in orders {
        match order {
            Order::Tell(tell) => say(writer, &tell)?,
            Order::Stop => switch.stop(),
            Order::Think(job) => {
                switch.job.store(job.id, Relaxed);
                jobs.send(ThinkerWork::Job(job))?;
            }
            Order::Equip(resources) => jobs.send(ThinkerWork::Equip(resources))?,
        }
    }
    Ok(())
}

fn say(writer: &mut WebSocket<TcpStream>, tell: &Tell) -> Result<()> {
    Ok(writer.send(Message::text(serde_json::to_string(tell)?))?)
}

/// Does job after job.
fn think(mut thinker: Thinker, work: &Receiver<ThinkerWork>, voice: &PageVoice, wanted: &AtomicU64) {
    for work in work {
        let job = match work {
            ThinkerWork::Job(job) => job,
            ThinkerWork::Equip(resources) => {
                thinker.set_resources(resources);
                continue;
            }
        };
        if wanted.load(Relaxed) != job.id {
            // It was to stop before it began. Where the page is gone nobody hears it.
            voice.say(PageEvent::Thought(BoardThought::Done(job.id)));
            continue;
        }
        let mut listener = Mailbox { voice, wanted, job: job.id };
        thinker.think(&job, &mut listener);
    }
}

/// Where the thoughts of a job go.
struct Mailbox<'a> {
    voice: &'a PageVoice,
    wanted: &'a AtomicU64,
    job: u64,
}

impl Listener for Mailbox<'_> {
    fn is_wanted(&self) -> bool {
        self.wanted.load(Relaxed) == self.job
    }

    fn hear(&mut self, thought: BoardThought) {
        // A conversation that is over hears nothing.
        self.voice.say(PageEvent::Thought(thought));
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::TcpListener;

    use data_encoding::BASE64;
    use tengen_engine::database::PositionEntry;

    use super::*;
    use crate::board::assets::tests::constant;

    #[test]
    fn the_clocks_of_a_game_stand_while_another_page_has_the_database() {
        const WAIT: Duration = Duration::from_millis(20);
        let mut clock = PageClock::new();
        clock.stopped(|| thread::sleep(WAIT));
        let now = clock.now();
        assert!(now + WAIT <= clock.begin.elapsed(), "{now:?}");
    }

    #[test]
    fn the_largest_file_of_the_page_fits_into_a_message() {
        let mebibytes: usize = constant(include_str!("page/files.js"), "LARGEST");
        // Beside the file there is its name.
        assert!(BASE64.encode_len(mebibytes << 20) + (1 << 20) < LONGEST_MESSAGE, "{mebibytes}");
    }

    #[test]
    fn a_value_of_the_page_is_bounded_as_any_that_is_set_by_hand() {
        assert_eq!(constant::<i16>(include_str!("page/database.js"), "MOST_VALUE"), PositionEntry::MOST_VALUE);
    }

    #[test]
    fn a_message_of_the_page_gives_up_its_place_once_it_is_taken() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let page = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let mut page = WebSocket::from_raw_socket(page, Role::Client, None);
        let mut reader = WebSocket::from_raw_socket(listener.accept().unwrap().0, Role::Server, None);
        let ((events, heard), (taken, places)) = (channel(), sync_channel(1));
        let (queue, voice) = (PageQueue { events: heard, places }, PageVoice(events.clone()));
        thread::spawn(move || read_page(&mut reader, &taken, &voice));
        for text in ["one", "two", "three"] {
            page.send(Message::text(text)).unwrap();
        }
        let first = queue.events.recv().unwrap();
        let nothing_comes = || queue.events.recv_timeout(Duration::from_millis(20)).is_err();
        assert!(nothing_comes(), "the place is taken");
        events.send(PageEvent::Thought(BoardThought::Done(1))).unwrap();
        assert!(matches!(queue.next(), Some(PageEvent::Thought(_))) && nothing_comes());
        events.send(first).unwrap();
        for text in ["one", "two", "three"] {
            assert!(matches!(queue.next(), Some(PageEvent::Heard(heard)) if heard == text));
        }
        drop(page);
        assert!(matches!(queue.next(), Some(PageEvent::Closed)));
    }

    #[test]
    fn a_conversation_ends_when_one_who_speaks_in_it_panics() {
        let (events, queue) = channel();
        let voice = PageVoice(events);
        let speaker = thread::spawn(move || {
            assert!(!voice.say(PageEvent::Heard(String::new())), "a fault of the engine");
        });
        assert!(speaker.join().is_err());
        let heard: Vec<PageEvent> = queue.iter().collect();
        assert!(matches!(heard.as_slice(), [PageEvent::Heard(_), PageEvent::Closed]));
    }

    #[test]
    fn a_conversation_that_ends_stops_its_engine_and_is_told_to_its_page() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let mut page = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let open = PageStream(listener.accept().unwrap().0);
        let thinker = Thinker::new(Options { hash_bytes: Options::MIN_HASH_BYTES, ..Options::default() });
        let wanted = Arc::new(AtomicU64::new(7));
        let switch = JobSwitch { job: Arc::clone(&wanted), stoppers: thinker.stoppers() };
        let _reader = open.0.try_clone().unwrap();
        let talking = thread::spawn(move || {
            assert_eq!(switch.job.load(Relaxed), 0, "a fault of the conversation");
            drop(open);
        });
        assert!(talking.join().is_err());
        assert_eq!(wanted.load(Relaxed), 0);
        assert_eq!(page.read(&mut [0]).unwrap(), 0);
    }
}
