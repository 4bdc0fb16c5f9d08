//! The connection of one client, from its first message to its last.

use std::future;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::bucket::Bucket;
use crate::outbox::{Letter, Outbox};
use crate::server::House;
use crate::turns::{ClientId, Request, Turns};
use crate::words;

/// Why a conversation ends.
enum End {
    /// The client is gone, or does not read.
    Gone,
    /// The client is told the reason.
    Told(u16, &'static str),
}

/// Talks with a client until it leaves, is too slow or silent, or the server ends. Its key finds the session that it had before.
pub async fn converse(mut socket: WebSocket, house: Arc<House>, key: Option<String>) {
    let end = match Conversation::begin(&house, key) {
        Some(mut conversation) => conversation.run(&mut socket).await,
        None => {
            let full = words::error("this server has as many visitors as it can serve: try again later");
            let _ = timeout(house.bounds.stalled, socket.send(Message::text(full.text))).await;
            End::Told(close_code::AGAIN, "too many visitors")
        }
    };
    if let End::Told(code, reason) = end {
        let frame = CloseFrame { code, reason: reason.into() };
        let _ = timeout(house.bounds.stalled, socket.send(Message::Close(Some(frame)))).await;
    }
}

/// Waits until the server ends.
async fn until(ended: &mut watch::Receiver<bool>) {
    let _ = ended.wait_for(|ended| *ended).await;
}

struct Conversation<'h> {
    house: &'h House,
    outbox: Arc<Outbox>,
    place: Place,
    /// A slot for each request without an answer; the next request's is taken before it is read.
    slots: Arc<Semaphore>,
    slot: Option<OwnedSemaphorePermit>,
    bucket: Bucket,
    /// When the client was last heard of, and when it last asked something.
    heard: Instant,
    asked: Instant,
}

/// A client's place among the others, which it leaves in any case.
struct Place {
    turns: Arc<Turns>,
    id: ClientId,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.turns.leave(self.id);
    }
}

impl<'h> Conversation<'h> {
    /// Nothing if the server is full.
    fn begin(house: &'h House, key: Option<String>) -> Option<Conversation<'h>> {
        let (bounds, now) = (&house.bounds, Instant::now());
        let outbox = Arc::new(Outbox::new(bounds.unread));
        let id = house.turns.join(key, &*house.invite, outbox.clone())?;
        Some(Conversation {
            house,
            outbox,
            place: Place { turns: house.turns.clone(), id },
            slots: Arc::new(Semaphore::new(bounds.unanswered)),
            slot: None,
            bucket: Bucket::new(bounds.requests_at_once, bounds.requests_per_second, now),
            heard: now,
            asked: now,
        })
    }

    async fn run(&mut self, socket: &mut WebSocket) -> End {
        let mut pings = interval(self.house.bounds.ping);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut ended = self.house.ended.subscribe();
        loop {
            let outbox = self.outbox.clone();
            // All of these may be given up while they wait.
            let step = tokio::select! {
                () = until(&mut ended) => Err(End::Told(close_code::AWAY, "the server ends")),
                letter = outbox.next() => self.send(socket, letter).await,
                message = self.receive(socket) => self.hear(message),
                _ = pings.tick() => self.ping(socket).await,
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    /// The next message. A client that has asked too much, or does not read its answers, is not listened to for a while.
    async fn receive(&mut self, socket: &mut WebSocket) -> Option<Result<Message, axum::Error>> {
        if self.slot.is_none() {
            match self.slots.clone().acquire_owned().await {
                Ok(slot) => self.slot = Some(slot),
                // They are never closed.
                Err(_) => future::pending().await,
            }
        }
        let wait = self.bucket.wait(Instant::now());
        if !wait.is_zero() {
            sleep(wait).await;
        }
        socket.recv().await
    }

    fn hear(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        self.heard = Instant::now();
        self.bucket.take(self.heard);
        match message {
            Some(Ok(Message::Text(text))) => {
                self.asked = self.heard;
                if let Some(slot) = self.slot.take() {
                    self.place.turns.ask(self.place.id, Request { text: text.as_str().to_owned(), _slot: slot });
                }
                Ok(())
            }
            Some(Ok(Message::Binary(_))) => Err(End::Told(close_code::UNSUPPORTED, "messages are texts")),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
            Some(Ok(Message::Close(_))) | None => Err(End::Gone),
            // Most of all a message that is too long.
            Some(Err(_)) => Err(End::Told(close_code::SIZE, "this message cannot be read, or is too long")),
        }
    }

    /// Sends a letter; the end if there are no more.
    async fn send(&mut self, socket: &mut WebSocket, letter: Option<(Letter, bool)>) -> Result<(), End> {
        let Some((letter, has_room_again)) = letter else {
            return Err(End::Told(close_code::ERROR, "this session has ended"));
        };
        self.deliver(socket, Message::text(letter.text)).await?;
        if has_room_again {
            self.place.turns.look_again(self.place.id);
        }
        Ok(())
    }

    async fn ping(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let bounds = &self.house.bounds;
        if self.heard.elapsed() > bounds.silent {
            return Err(End::Gone);
        }
        if self.asked.elapsed() > bounds.idle {
            return Err(End::Told(close_code::AWAY, "nothing was asked for a long time"));
        }
        self.deliver(socket, Message::Ping(Default::default())).await
    }

    /// Sends a message. A client that does not read it for long is dropped.
    async fn deliver(&self, socket: &mut WebSocket, message: Message) -> Result<(), End> {
        match timeout(self.house.bounds.stalled, socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Gone),
        }
    }
}
