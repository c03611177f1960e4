/** One event of a stream; without `data`, only the cursor moved. */
export type StreamedEvent = { id?: string; data?: string }

// A frozen instance keeps its connections open but sends no heartbeat.
const SILENCE_MILLISECONDS = 20_000

/** The events of a `text/event-stream` body, until it ends; rejects when it breaks or is silent for too long. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const reader = body
    .pipeThrough<string>(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read())
      if (done) return
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield parseEvent(block)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parseEvent(block: string): StreamedEvent {
  const event: StreamedEvent = {}
  for (const line of block.split('\n')) {
    if (line.startsWith('id:')) event.id = line.slice(3).trim()
    if (line.startsWith('data:')) event.data = line.slice(5).trim()
  }
  return event
}

function withTimeout<Result>(promise: Promise<Result>): Promise<Result> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The stream is silent')), SILENCE_MILLISECONDS)
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
