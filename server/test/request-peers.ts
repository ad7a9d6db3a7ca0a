import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { XMLParser } from 'fast-xml-parser'
import * as z from 'zod'

/** The account that both let in. */
export const requestUser = 'rijnmond'
export const requestKey = 'sleutel-van-de-klant'

type Mode = 'take' | 'down' | 'broken' | 'hangUp' | 'makesAndHangsUp' | 'refuses' | 'nonsense' | 'otherAmount'
type Reply = { status: number; text: string }
type Asked = { method: string; path: URL; body: string; mode: Mode }

/** A server that answers as a provider of payment requests does, behind Basic authentication. */
async function openPeer(type: string, reply: (asked: Asked) => Reply) {
  const asked: string[] = []
  let mode: Mode = 'take'
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { method = '', url = '' } = request
      asked.push(`${method} ${url}`)
      const answer = ({ status, text }: Reply) => response.writeHead(status, { 'content-type': type }).end(text)
      const expected = `Basic ${Buffer.from(`${requestUser}:${requestKey}`).toString('base64')}`
      if (request.headers.authorization !== expected) return answer({ status: 401, text: '' })
      if (mode === 'hangUp') return request.socket.destroy()
      if (mode === 'down') return answer({ status: 503, text: '' })
      if (mode === 'broken') return answer({ status: 500, text: '' })
      if (mode === 'nonsense') return answer({ status: 200, text: 'welkom' })
      if (method === 'POST' && request.headers['content-type'] !== type) return answer({ status: 415, text: '' })
      const given = reply({ method, path: new URL(url, 'http://peer'), body, mode })
      if (mode === 'makesAndHangsUp' && method === 'POST') return request.socket.destroy()
      return answer(given)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` },
    asked,
    set: (next: Mode) => {
      mode = next
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

// What AcceptEmail's documentation says of the body of POST /v2/Bill.
const Bill = z.strictObject({
  PaymentReference: z.string().min(1).max(36),
  Description: z.string().min(1).max(32),
  Amount: z.int().positive(),
  ExpiryDate: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
})
type Bill = z.infer<typeof Bill>

/** As AcceptEmail: bills in JSON, asked for in cents and answered in euros. */
export async function openAcceptEmailPeer() {
  const bills = new Map<string, Bill & { status: string }>()
  const shown = (id: string, { status, ...bill }: Bill & { status: string }, mode: Mode) => ({
    ATID: id,
    SRRID: `r${id.slice(0, 8)}`,
    ...bill,
    Amount: (mode === 'otherAmount' ? 1 : bill.Amount) / 100,
    Status: status,
    Links: {
      TransactionURL: `https://transaction.acceptemail.com/Landing?id=${id}`,
      ShortURL: 'http://trx.ae/abc',
      Images: {
        ImageURL1: `https://images.acceptemail.com/?id=${id}&part=1`,
        ImageURL2: `https://images.acceptemail.com/?id=${id}&part=2`,
      },
    },
  })
  const peer = await openPeer('application/json', ({ method, path, body, mode }) => {
    const json = (status: number, value: unknown) => ({ status, text: JSON.stringify(value) })
    if (method === 'GET' && path.pathname === '/v2/Search/Bill') {
      const reference = path.searchParams.get('paymentReference')
      const found = [...bills].filter(([, { PaymentReference }]) => PaymentReference === reference)
      return json(200, { Bills: found.map(([id, bill]) => shown(id, bill, mode)), SearchMetadata: { Count: 50, Page: 1 } })
    }
    const id = /^\/v2\/Bill\/([0-9a-f-]{36})$/.exec(path.pathname)?.[1]
    const bill = id === undefined ? undefined : bills.get(id)
    if (id !== undefined && method === 'GET') return bill ? json(200, shown(id, bill, mode)) : json(404, { Message: 'Not found' })
    if (id !== undefined && method === 'DELETE' && bill) {
      bill.status = 'Withdrawn'
      return { status: 204, text: '' }
    }
    if (method !== 'POST' || path.pathname !== '/v2/Bill') return json(404, { Message: 'Not found' })
    const parsed = Bill.safeParse(JSON.parse(body))
    if (!parsed.success || mode === 'refuses') return json(400, { Message: 'APP0224 - Expiry date must be in the future.' })
    const made = `120b6125-fdfa-4124-a08c-${String(bills.size + 1).padStart(12, '0')}`
    bills.set(made, { ...parsed.data, status: 'Open' })
    return json(200, shown(made, { ...parsed.data, status: 'Open' }, mode))
  })
  return {
    ...peer,
    ids: () => [...bills.keys()],
    bill: (id: string) => bills.get(id),
    becomes: (id: string, status: string) => Object.assign(bills.get(id) ?? {}, { status }),
  }
}

const text = (max: number, min = 0) => z.string().min(min).max(max)
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const oneOrNone = z.enum(['0', '1']).optional()
// What PaylinksPost.xsd says: all of these stand in a request, in any order.
const Paylink = z.strictObject({
  firstname: text(50),
  lastname: text(50),
  debtornumber: text(35, 3),
  payment_reference: text(35),
  concerning: text(50),
  id_batch: text(50),
  id_request_client: text(50).optional(),
  company_name: text(50),
  username: text(50).optional(),
  module_ideal: oneOrNone,
  module_paypal: oneOrNone,
  module_creditcard: oneOrNone,
  module_mistercash: oneOrNone,
  module_sofort: oneOrNone,
  module_paysafecard: oneOrNone,
  module_banktransfer: oneOrNone,
  due_date: day,
  return_url: text(255),
  invoices: z.strictObject({
    invoice: z.strictObject({
      invoice_number: text(50),
      invoice_description: text(50),
      invoice_amount: z.string().regex(/^\d{1,9}$/),
      invoice_date: day,
    }),
  }),
})
type Paylink = z.infer<typeof Paylink>

/** As MailToPay: paylinks in XML. */
export async function openMailToPayPeer() {
  const links = new Map<string, { link: Paylink; code: string }>()
  const parser = new XMLParser({ parseTagValue: false })
  const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const response = (results: string[]) => ({
    status: 200,
    text: `<?xml version="1.0"?><response><meta><result_count>${results.length}</result_count><current_page>1</current_page><next_page></next_page></meta><results>${results.join('')}</results></response>`,
  })
  const fault = (status: number, description: string) => ({
    status,
    text: `<errormessage><errorcode>${status}</errorcode><description>${description}</description></errormessage>`,
  })
  const shown = (mpid: string, mode: Mode) => {
    const { link, code } = links.get(mpid) ?? { link: null, code: '' }
    const amount = mode === 'otherAmount' ? '1' : link?.invoices.invoice.invoice_amount
    return `<result><mpid>${mpid}</mpid><paylink>https://betaal.mailtopay.example/p/${mpid}?a=1&amp;b=2</paylink><status_code>${code}</status_code><amount>${amount}</amount><id_request_client>${escaped(link?.id_request_client ?? '')}</id_request_client></result>`
  }
  const peer = await openPeer('application/xml', ({ method, path, body, mode }) => {
    if (path.pathname !== '/api/v2/paylinks') return fault(404, 'unknown')
    if (method === 'GET') {
      const batch = path.searchParams.get('id_batch')
      const mpid = path.searchParams.get('mpid')
      const found = [...links].filter(([id, { link }]) => id === mpid || link.id_batch === batch)
      if (found.length === 0 && (mpid ?? batch) !== null) return fault(404, 'no results')
      return response(found.map(([id]) => shown(id, mode)))
    }
    const parsed = Paylink.safeParse((parser.parse(body) as { request?: unknown }).request)
    if (!parsed.success || mode === 'refuses') return fault(400, `invalid ${parsed.error?.issues[0]?.path.join('.') ?? 'request'}`)
    const mpid = String(1_000_000_000 + links.size + 1)
    links.set(mpid, { link: parsed.data, code: '101' })
    return response([`<result><mpid>${mpid}</mpid><paylink>https://betaal.mailtopay.example/p/${mpid}?a=1&amp;b=2</paylink></result>`])
  })
  return {
    ...peer,
    url: `${peer.url}/api/v2/`,
    ids: () => [...links.keys()],
    link: (mpid: string) => links.get(mpid)?.link,
    becomes: (mpid: string, code: string) => Object.assign(links.get(mpid) ?? {}, { code }),
  }
}
