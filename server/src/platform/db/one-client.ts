import pg from 'pg'

/** Lets `work` use a connection of its own, outside of any pool, and ends it, and with it its session and its locks. */
export async function withOneClient<Result>(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(settings)
  // One that breaks in use fails the question that is asked of it, or the next one; between two, the event alone would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
