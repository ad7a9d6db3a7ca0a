import { generateKeyPairSync } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import DKIM from 'nodemailer/lib/dkim'
import type { OutgoingEmail } from '../../../server/src/gateways/email/email-gateway.ts'
import { openDkimSigner } from '../../../server/src/gateways/email/smtp/dkim-signer.ts'
import { buildMessage } from '../../../server/src/gateways/email/smtp/smtp-message.ts'
import type { Goal, Row } from '../goal.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const key = { domain: 'bench.example', selector: 's1', privateKey }
const text = `Beste debiteur,\n\n${'U hebt een factuur van € 12,50 nog niet betaald. '.repeat(25)}`
const mail: OutgoingEmail = {
  ...{ id: '1', to: 'debiteur@bench.example', from: 'Inning <inning@bench.example>' },
  ...{ subject: 'Herinnering: factuur F1', text, html: `<p>${text}</p>` },
}
const attached = { fileName: 'factuur.pdf', mediaType: 'application/pdf', content: Buffer.alloc(20_000, 'x') }

/** What composing and signing costs beside the bare library, in this process and in turns. */
export const mailComposing: Goal = {
  id: 'P11',
  work: 'composing and signing a mail',
  async measure(world) {
    const count = world.options.isShort ? 300 : 2_000
    const sign = openDkimSigner(key)
    const dkim = new DKIM({ domainName: key.domain, keySelector: key.selector, privateKey })
    const bare = (attachments: object[]) =>
      new MailComposer({ from: mail.from, to: mail.to, subject: mail.subject, text, html: `<p>${text}</p>`, attachments }).compile().build()
    const signed = async (data: Buffer) => {
      for await (const chunk of dkim.sign(data)) void chunk
    }
    const kinds = [
      { work: 'plain', library: () => bare([]), ours: () => buildMessage(mail, new Date()) },
      { work: 'signed', library: async () => signed(await bare([])), ours: () => buildMessage(mail, new Date(), sign) },
      {
        work: 'signed, with 20 KB attached',
        library: async () => signed(await bare([{ filename: attached.fileName, content: attached.content }])),
        ours: () => buildMessage({ ...mail, attachments: [attached] }, new Date(), sign),
      },
    ]
    const rows: Row[] = []
    for (const { work, library, ours } of kinds) {
      const figures = { library: [] as number[], ours: [] as number[] }
      for (let round = 0; round < 3; round++) {
        figures.library.push(await cpuMsOfEach(library, count))
        figures.ours.push(await cpuMsOfEach(ours, count))
      }
      const [limit, cost] = [median(figures.library), median(figures.ours)]
      rows.push({ id: 'P11', work: `a mail ${work}, composed`, unit: 'CPU ms', limit, ours: cost, goal: { ratio: (limit + 0.4) / limit } })
    }
    return rows
  },
}

async function cpuMsOfEach(work: () => Promise<unknown>, count: number): Promise<number> {
  const before = process.cpuUsage()
  for (let index = 0; index < count; index++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / count
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
