//! The reference server: one query per request on tokio, axum and tokio-postgres. Statements are prepared once on each
//! connection, and concurrent requests are pipelined over ten connections, as many as the service opens by default.
//! The answers are those of the service for a zone name that is its own canonical name. It has no log, limits,
//! authentication, ETags or validation beyond types.
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use axum::extract::{Json, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Router, routing};
use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use tokio_postgres::{Client, NoTls, Row, Statement};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const CONNECTIONS: usize = 10;
const GET: &str = "select user_id, username, timezone, created_at, updated_at from timezones where user_id = $1";
const SET: &str = "insert into timezones (user_id, username, timezone) values ($1, $2, $3)
    on conflict (user_id) do update set username = excluded.username, timezone = excluded.timezone,
    updated_at = greatest(now(), timezones.updated_at + interval '1 millisecond')
    returning user_id, username, timezone, created_at, updated_at";

type Failure = (StatusCode, String);

struct Connection {
    client: Client,
    get: Statement,
    set: Statement,
}

struct Pool {
    connections: Vec<Connection>,
    turn: AtomicUsize,
}

impl Pool {
    fn next(&self) -> &Connection {
        &self.connections[self.turn.fetch_add(1, Relaxed) % self.connections.len()]
    }
}

#[derive(Deserialize)]
struct Wanted {
    id: String,
}

#[derive(Deserialize)]
struct NewRecord {
    user_id: String,
    username: String,
    timezone: String,
}

#[derive(Serialize)]
struct User<'a> {
    id: &'a str,
    username: &'a str,
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    user: User<'a>,
    timezone: &'a str,
    canonical: &'a str,
    created_at: Option<String>,
    updated_at: Option<String>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::var("DATABASE_URL")?;
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        connections.push(connect(&url).await?);
    }
    let pool: &'static Pool = Box::leak(Box::new(Pool { connections, turn: AtomicUsize::new(0) }));
    let app = Router::new()
        .route("/v1/get", routing::get(get))
        .route("/v1/set", routing::post(set))
        .with_state(pool);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    axum::serve(axum::serve::ListenerExt::tap_io(listener, |socket| drop(socket.set_nodelay(true))), app).await?;
    Ok(())
}

async fn connect(url: &str) -> Result<Connection, tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    let get = client.prepare(GET).await?;
    let set = client.prepare(SET).await?;
    Ok(Connection { client, get, set })
}

async fn get(State(pool): State<&'static Pool>, Query(wanted): Query<Wanted>) -> Result<Response, Failure> {
    let connection = pool.next();
    match connection.client.query_opt(&connection.get, &[&wanted.id]).await.map_err(unavailable)? {
        Some(row) => Ok(answer(None, &row)),
        None => Err((StatusCode::NOT_FOUND, "User not found".into())),
    }
}

async fn set(State(pool): State<&'static Pool>, Json(new): Json<NewRecord>) -> Result<Response, Failure> {
    let connection = pool.next();
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 3] = [&new.user_id, &new.username, &new.timezone];
    let row = connection.client.query_one(&connection.set, &values).await.map_err(unavailable)?;
    Ok(answer(Some("Timezone saved"), &row))
}

fn answer(message: Option<&str>, row: &Row) -> Response {
    let time = |column| {
        let time: Option<DateTime<Utc>> = row.get(column);
        time.map(|time| time.to_rfc3339_opts(SecondsFormat::Millis, true))
    };
    let timezone = row.get(2);
    let user = User { id: row.get(0), username: row.get(1) };
    let body = Answer { message, user, timezone, canonical: timezone, created_at: time(3), updated_at: time(4) };
    ([(header::CACHE_CONTROL, "no-cache")], Json(body)).into_response()
}

fn unavailable(error: tokio_postgres::Error) -> Failure {
    (StatusCode::SERVICE_UNAVAILABLE, error.to_string())
}
