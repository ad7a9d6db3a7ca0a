import type { AddressInfo } from 'node:net'
import smpp, { type Pdu, type Session } from 'smpp'
import type { SmppSettings } from '@regie/contract/sms-providers.ts'
import { openSmppLine } from '../../../server/src/gateways/sms/smpp/smpp-line.ts'
import type { Goal } from '../goal.ts'

const window = 10
const text = 'Beste debiteur, uw factuur F1 van 12,50 staat nog open. Betalen kan met de link.'
const settings: SmppSettings = {
  ...{ kind: 'smpp', host: '127.0.0.1', port: 0, encryption: 'none', user: 'bench', systemType: '', bindMode: 'transceiver' },
  ...{ sender: 'Inning', idFormat: 'any', longMethod: 'udh', window, perSecond: null },
}

/** What the connection to an exchange costs with its window, its pace and its deadlines, beside the bare library's loop: in this process and in turns. */
export const smsOverSmpp: Goal = {
  id: 'P29',
  work: 'SMS over SMPP, 10 in the window',
  async measure(world) {
    const count = world.options.isShort ? 3_000 : 20_000
    let taken = 0
    const exchange = smpp.createServer((session) => {
      session.on('error', () => session.destroy())
      session.on('pdu', (pdu: Pdu) => session.send(pdu.response(pdu.command === 'submit_sm' ? { message_id: String(++taken) } : {})))
    })
    await new Promise<void>((resolve) => exchange.listen(0, '127.0.0.1', resolve))
    const { port } = exchange.address() as AddressInfo
    const bare = await bindBare(port)
    const place = { host: '127.0.0.1', port, isTls: false, user: 'bench', password: '', systemType: '', loopback: true }
    const line = openSmppLine({ providerId: 1, settings: { ...settings, port }, place, onDeliver: () => Promise.resolve() })
    const ours = (id: number) => line.send({ id: String(id), to: '+31612345678', from: 'Inning', text })
    const figures = { bare: [] as number[], ours: [] as number[] }
    try {
      await ours(0)
      for (let round = 0; round < 5; round++) {
        figures.bare.push(await perSecond(count, () => submitBare(bare)))
        figures.ours.push(await perSecond(count, ours))
      }
    } finally {
      bare.destroy()
      await line.close()
      exchange.close()
    }
    const [limit, rate] = [median(figures.bare), median(figures.ours)]
    const note = taken === count * 10 + 1 ? 'each taken once' : `${taken} taken of ${count * 10 + 1}`
    return [{ id: 'P29', work: 'SMS over SMPP, the connection alone', unit: 'SMS/s', limit, ours: rate, goal: { ratioAtLeast: 0.5 }, note }]
  },
}

function bindBare(port: number): Promise<Session> {
  return new Promise((resolve, reject) => {
    const session = smpp.connect({ host: '127.0.0.1', port })
    session.once('error', reject)
    session.once('connect', () => session.send(new smpp.PDU('bind_transceiver', { system_id: 'bench' }), () => resolve(session)))
  })
}

const submitBare = (session: Session) =>
  new Promise((resolve) =>
    session.send(new smpp.PDU('submit_sm', { source_addr: 'Inning', destination_addr: '31612345678', short_message: text }), resolve),
  )

async function perSecond(count: number, send: (id: number) => Promise<unknown>): Promise<number> {
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: window }, async () => {
      while (next < count) await send(++next)
    }),
  )
  return (count * 1_000) / (performance.now() - began)
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
