import { isPersonId } from '@regie/contract/whatsapp.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type SimulatedNews, type SimulatedOptions, openSimulatedProvider, shareOf } from '../../simulated-provider.ts'
import {
  type OutgoingWhatsapp,
  type SimulatedAnswer,
  simulatedAnswers,
  simulatedPicture,
  type WhatsappGateway,
} from '../whatsapp-gateway.ts'
import { pressableWords } from '@regie/contract/whatsapp-choices.ts'
import * as z from 'zod'
import { mustBeSigned, webhookKey } from '../../webhook-signature.ts'
import { simulatedTexts } from './simulated-texts.ts'

const Answer = z.object({
  ...{ providerRef: z.string(), phone: z.string().nullable(), name: z.string(), text: z.string(), quotes: z.string() },
  pressed: z.string().nullable().default(null),
  // What was on its way before these were known has neither.
  ...{ userId: z.string().nullable().default(null), givenNumber: z.string().nullable().default(null) },
  media: z.object({ id: z.string(), mediaType: z.string(), fileName: z.string() }).nullable().default(null),
})
const Answers = z.object({ events: z.array(Answer) })

const picturePath = path.join(import.meta.dirname, 'payment-proof.png')

/** Numbers that end in 00 have no WhatsApp, and of the others 2 %, always the same ones; most of the others read what they get. */
export function openSimulatedWhatsapp(options: SimulatedOptions): WhatsappGateway {
  const provider = openSimulatedProvider<OutgoingWhatsapp>('simulated-whatsapp', options, planEvents)
  const key = webhookKey(options.secretKey, simulatedAnswers)
  return {
    ...provider,
    async send(message) {
      const sent = await provider.send(message)
      const answer = answerTo(message, sent.providerRef)
      if (answer) await options.events.schedule(simulatedAnswers, [answer])
      return sent
    },
    listTexts: () => Promise.resolve([...simulatedTexts]),
    numberState: () => Promise.resolve({ dailyLimit: 2_000, quality: 'GREEN', displayNumber: '+31 6 00000000' }),
    uploadMedia: ({ content }) => Promise.resolve({ id: `simulated-${createHash('sha256').update(content).digest('hex').slice(0, 16)}` }),
    async fetchMedia(id) {
      if (id !== simulatedPicture.id) return null
      return { mediaType: simulatedPicture.mediaType, content: await readFile(picturePath) }
    },
    readNews(rawBody, headers) {
      mustBeSigned(key, rawBody, headers, options.clock.now())
      const incoming = Answers.parse(JSON.parse(rawBody.toString('utf8'))).events
      return {
        updates: [],
        incoming: incoming.map((one) => ({
          ...{ ...one, at: options.clock.now() },
          isOwnWords: one.givenNumber === null,
        })),
        textsChanged: false,
      }
    },
    answerChallenge: () => null,
  }
}

const words = [
  'Ik heb vanmorgen al betaald, kunt u dat nakijken?',
  'Kan ik dit in twee keer betalen?',
  'Ik krijg vrijdag mijn salaris, dan betaal ik.',
  'Van wie is deze rekening?',
]

const pictureWords = 'Ik heb al betaald, hier is het bewijs.'

/** The buttons of an approved text that are answered with; `approved` names the text, its words stand with the provider. */
function repliesOf(approved: OutgoingWhatsapp['approved']): string[] {
  const text = simulatedTexts.find(({ name, language }) => name === approved?.name && language === approved.language)
  return (text?.buttons ?? []).flatMap(({ type, text: words }) => (type === 'reply' ? [words] : []))
}

/**
 * One in six of those who read it answers, with the message that it is about, two in three of them with a picture; where there are buttons, one in two
 * presses one. Who is asked for their number gives one.
 */
function answerTo(message: OutgoingWhatsapp, providerRef: string): { afterMs: number; event: SimulatedAnswer } | null {
  const { id, to, approved, choices = { kind: 'none' }, asksNumber = false } = message
  if (asksNumber) return { afterMs: 15_000 + 45_000 * shareOf(id, 'whatsapp-number'), event: numberFrom(to, providerRef) }
  const chance = shareOf(id, 'whatsapp-answer')
  const buttons = [...repliesOf(approved), ...pressableWords(choices)]
  const presses = buttons.length > 0 && chance > 1 / 6
  if (chance > (presses ? 2 / 3 : 1 / 6) || shareOf(id, 'whatsapp') < 0.3 || !hasWhatsapp(to) || !to.startsWith('+')) return null
  const pressed = presses ? (buttons[Math.floor(shareOf(id, 'whatsapp-press') * buttons.length)] ?? null) : null
  const hasPicture = !presses && shareOf(id, 'whatsapp-picture') < 2 / 3
  const text = pressed ?? (hasPicture ? pictureWords : (words[Math.floor(chance * 6 * words.length)] ?? words[0] ?? ''))
  return {
    afterMs: 60_000 + 240_000 * chance,
    event: {
      ...{ providerRef: `${providerRef}:answer`, phone: to, userId: null, name: '', text, pressed, quotes: providerRef },
      ...{ givenNumber: null, media: hasPicture ? simulatedPicture : null },
    },
  }
}

function numberFrom(to: string, providerRef: string): SimulatedAnswer {
  const givenNumber = `+3161${String(Math.floor(shareOf(to, 'number') * 1e7)).padStart(7, '0')}`
  const who = isPersonId(to) ? { phone: null, userId: to } : { phone: to, userId: null }
  const gave = { ...who, givenNumber, providerRef: `${providerRef}:number`, name: '', text: '[contacts]', quotes: providerRef }
  return { ...gave, pressed: null, media: null }
}

const hasWhatsapp = (to: string) => !to.endsWith('00') && shareOf(to, 'has-whatsapp') >= 0.02

function planEvents({ id, to }: OutgoingWhatsapp): SimulatedNews[] {
  const chance = shareOf(id, 'whatsapp')
  if (!hasWhatsapp(to)) return [{ afterMs: 3_000, state: 'failed', reason: '131026 Message undeliverable (simulated)' }]
  const delivered = { afterMs: 1_000 + 2_000 * chance, state: 'delivered' } as const
  return chance < 0.3 ? [delivered] : [delivered, { afterMs: 6_000 + 40_000 * chance, state: 'read' }]
}
