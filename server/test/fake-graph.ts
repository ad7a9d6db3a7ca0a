import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FakeGraph = Awaited<ReturnType<typeof openFakeGraph>>
type Sent = { to?: string; recipient?: string; type: string; biz_opaque_callback_data?: string } & Record<string, unknown>

/** A server that answers as Meta's does. What it took stands in `sent`; `fail` makes it refuse the next messages. */
export async function openFakeGraph({ token, appSecret }: { token: string; appSecret: string }) {
  const sent: Sent[] = []
  const state = {
    fail: null as { status: number; body: unknown } | null,
    templates: [] as object[],
    number: { display_phone_number: '+31 20 1234567', quality_rating: 'GREEN', messaging_limit_tier: 'TIER_1K' } as object,
    media: Buffer.from('ffd8ffe0', 'hex'),
    /** An upload is answered when this is over. */
    uploading: Promise.resolve(),
  }
  const uploads: { type: string; fileName: string; content: Buffer }[] = []
  const server = createServer((request, reply) => {
    void answer(request).then(({ status, body }) => {
      reply.writeHead(status, { 'content-type': 'application/json' })
      reply.end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
    })
  })
  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const fault = (status: number, code: number, message: string) => ({
      status,
      body: { error: { code, message, type: 'OAuthException', fbtrace_id: 'A' } },
    })
    if (request.headers.authorization !== `Bearer ${token}`) return fault(401, 190, 'Invalid OAuth access token.')
    const url = new URL(request.url ?? '', 'http://x')
    if (request.method === 'POST' && url.pathname.endsWith('/messages')) {
      const body = JSON.parse(Buffer.concat(parts).toString()) as Sent
      if (state.fail) return state.fail
      if (body['messaging_product'] !== 'whatsapp' || (!body.to && !body.recipient)) return fault(400, 100, 'Invalid parameter')
      sent.push(body)
      const id = `wamid.${Buffer.from(`m${sent.length}`).toString('base64')}`
      return { status: 200, body: { messaging_product: 'whatsapp', contacts: [{ input: body.to, wa_id: body.to }], messages: [{ id }] } }
    }
    if (request.method === 'POST' && url.pathname.endsWith('/media')) return upload(request, Buffer.concat(parts))
    if (url.pathname.endsWith('/message_templates')) return page(url)
    if (url.pathname.endsWith('/file')) return { status: 200, body: state.media }
    if (/\/media-\d+$/.test(url.pathname))
      return { status: 200, body: { url: `${base()}/file`, mime_type: 'image/jpeg', file_size: state.media.length, id: 'media-1' } }
    return { status: 200, body: state.number }
  }
  async function upload({ headers }: IncomingMessage, body: Buffer) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()
    const file = form.get('file')
    if (form.get('messaging_product') !== 'whatsapp' || !(file instanceof File) || form.get('type') !== file.type)
      return { status: 400, body: { error: { code: 100, message: 'Invalid parameter', type: 'OAuthException', fbtrace_id: 'A' } } }
    uploads.push({ type: file.type, fileName: file.name, content: Buffer.from(await file.arrayBuffer()) })
    const id = `media-${uploads.length}`
    await state.uploading
    return { status: 200, body: { id } }
  }
  // Two a page, so that paging is asked for.
  function page(url: URL) {
    const after = Number(url.searchParams.get('after') ?? 0)
    const rows = state.templates.slice(after, after + 2)
    const isLast = after + 2 >= state.templates.length
    return {
      status: 200,
      body: { data: rows, paging: { cursors: { after: String(after + 2) }, ...(!isLast && { next: 'https://graph.facebook.com/next' }) } },
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const base = () => `http://127.0.0.1:${port}`
  return {
    ...{ sent, uploads, state, port, origin: base(), baseUrl: `${base()}/v23.0` },
    /** A webhook as Meta posts it. */
    signed(value: object, field = 'messages') {
      const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '2', changes: [{ value, field }] }] })
      const signature = createHmac('sha256', appSecret).update(body).digest('hex')
      return { body, headers: { 'x-hub-signature-256': `sha256=${signature}` } }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
