import path from 'node:path'
import websocket from '@fastify/websocket'
import staticFiles from '@fastify/static'
import { verify } from '@node-rs/argon2'
import Fastify from 'fastify'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { referenceQueries as queries } from './reference-queries.ts'

// The limit: Fastify and prepared statements, without sign-in, rights, checks or audit. Started by the bench with DATABASE_URL and PORT.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const app = Fastify({ bodyLimit: 20 * 1024 * 1024 })
await app.register(websocket)

const rowsOf = async (query: { name: string; text: string }, values: unknown[]) =>
  (await pool.query<Record<string, unknown>>({ ...query, values })).rows
const withTotal = async (rows: Promise<unknown[]>, total: Promise<Record<string, unknown>[]>) => ({
  rows: await rows,
  total: (await total)[0]?.['total'],
})
type Ask = { Params: { customer: string; id: string }; Querystring: { q: string; before: string; limit: string } }

app.get('/api/ready', () => ({ ok: true }))
app.get<Ask>('/:customer/cases/:id', async ({ params }) => (await rowsOf(queries.oneCase, [params.customer, params.id]))[0])
app.get<Ask>('/:customer/cases', ({ params, query }) =>
  withTotal(
    query.before ? rowsOf(queries.casePage, [params.customer, query.before]) : rowsOf(queries.caseList, [params.customer]),
    rowsOf(queries.caseTotal, [params.customer]),
  ),
)
app.get<Ask>('/:customer/batches', ({ params, query }) =>
  withTotal(rowsOf(queries.batchList, [params.customer, query.limit ?? 50]), rowsOf(queries.batchTotal, [params.customer])),
)
app.get<Ask>('/:customer/search', async ({ params, query }) => ({ rows: await rowsOf(queries.search, [params.customer, `%${query.q}%`]) }))
app.get<Ask>('/:customer/numbers', async ({ params, query }) => ({
  rows: await rowsOf(queries.numberSearch, [params.customer, `${query.q}%`]),
}))

app.post<{ Body: { username: string; password: string } }>('/login', async ({ body }) => {
  const user = (await rowsOf(queries.user, [body.username]))[0]
  return { ok: await verify(String(user?.['password_hash']), body.password) }
})

app.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload))
app.post<{ Body: Readable }>('/copy', async ({ body }) => {
  const client = await pool.connect()
  try {
    await pipeline(
      body,
      client.query(
        copyFrom(
          `copy bench_cases (case_number, name, phone, mobile, email, city, postcode, invoice_number,
              outstanding_cents, fields)
            from stdin (format csv)`,
        ),
      ),
    )
    await client.query(`select gin_clean_pending_list('bench_cases_terms')`)
    return { ok: true }
  } finally {
    client.release()
  }
})

// Twenty-two columns as they stand; numbers alone come from outside, so that the text may hold them.
app.get<{ Params: { customer: string }; Querystring: { batches: string } }>('/:customer/export', async ({ params, query }, reply) => {
  const client = await pool.connect()
  const batches = query.batches.split(',').map(Number).join(',')
  const rows = client.query(
    copyTo(
      `copy (
        select b.name as batch, c.case_number, c.name, c.status, c.result, c.last_result, c.outstanding_cents,
          c.currency, c.invoice_number, c.phone, c.mobile, c.email, c.city, c.attempts, c.last_answer, c.postcode,
          c.locale, c.paused_until, c.status_at, c.version, c.created_at, c.updated_at
        from cases c
        join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
        where c.customer_id = ${Number(params.customer)} and c.batch_id in (${batches})
        order by c.id) to stdout (format csv, header, delimiter ';')`,
    ),
  )
  rows.once('close', () => client.release())
  return reply.type('text/csv').send(rows)
})

app.get('/live', { websocket: true }, () => undefined)
// What was told is heard and read, and nothing is made of it.
async function hearNews() {
  const client = await pool.connect()
  const newest = new Map<string, unknown>()
  const onNews = ({ payload = '' }: { payload?: string | undefined }) => void newest.set(payload, JSON.parse(payload))
  client.on('notification', onNews)
  await client.query('listen live')
  return () => {
    client.off('notification', onNews)
    client.release(true)
  }
}
app.post<{ Querystring: { bytes: string; everyMs: string; times: string; hears?: string } }>('/broadcast', async ({ query }) => {
  const stopHearing = query.hears ? await hearNews() : () => undefined
  let left = Number(query.times)
  const timer = setInterval(() => {
    const head = JSON.stringify({ at: Date.now() }).slice(0, -1)
    const text = `${head},"fill":"${'x'.repeat(Math.max(0, Number(query.bytes) - head.length - 10))}"}`
    for (const socket of app.websocketServer.clients) socket.send(text)
    if (--left > 0) return
    clearInterval(timer)
    stopHearing()
  }, Number(query.everyMs))
  return { ok: true }
})

const bareReactDir = process.env['BARE_REACT_DIR']
if (bareReactDir) await app.register(staticFiles, { root: path.resolve(bareReactDir), prefix: '/bare/', preCompressed: true })

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.once('SIGTERM', () => process.exit(0))
