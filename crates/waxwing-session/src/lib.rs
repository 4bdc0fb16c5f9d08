//! Stub.
use serde::Serialize;
use waxwing::thinking::Slice;
use waxwing_workshop::Workshop;
#[derive(Clone, Debug, Default)]
pub struct Settings {}
pub struct Session {
    busy: u32,
}
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    pub id: u32,
    pub table: u32,
    #[serde(flatten)]
    pub say: serde_json::Value,
}
impl Answer {
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap()
    }
}
impl Session {
    pub fn new(_: Workshop, _: Settings) -> Session {
        Session { busy: 0 }
    }
    pub fn ask(&mut self, request: &str) -> Vec<Answer> {
        if request.contains("panic") {
            panic!("asked to");
        }
        if request.contains("think") {
            self.busy = 1000;
        }
        if request.contains("stop") {
            self.busy = 0;
        }
        vec![Answer { id: 0, table: 0, say: serde_json::json!({"type": "done"}) }]
    }
    pub fn is_busy(&self) -> bool {
        self.busy > 0
    }
    pub fn advance(&mut self, _: Slice) -> Vec<Answer> {
        let begun = std::time::Instant::now();
        while begun.elapsed().as_millis() < 20 {}
        self.busy -= 1;
        vec![Answer { id: 0, table: 0, say: serde_json::json!({"type": "progress", "left": self.busy}) }]
    }
}
