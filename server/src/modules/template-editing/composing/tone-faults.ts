import type { Locale } from '@regie/contract/locale.ts'
import { mergeField, type TemplateBlock } from '@regie/contract/template-blocks.ts'
import { shoutedIn } from '@regie/contract/shouted-words.ts'
import type { FaultPlace, TemplateFault } from '@regie/contract/templates.ts'

type ToneFault = { fault: Extract<TemplateFault['fault'], 'capitals' | 'exclamations' | 'linkVague' | 'linkOther'>; detail: string }
type Placed = ToneFault & { place: FaultPlace }

// One may be meant; more than one is shouting, and a mark of spam.
const exclamationsMax = 1

// Who has a page read aloud link by link hears only these words.
const vague: Record<Locale, ReadonlySet<string>> = {
  nl: new Set(['hier', 'klik hier', 'klik', 'deze link', 'via deze link', 'klik op deze link', 'link']),
  eng: new Set(['here', 'click here', 'click', 'this link', 'via this link', 'click this link', 'link']),
  fr: new Set(['ici', 'cliquez ici', 'cliquez', 'ce lien', 'via ce lien', 'cliquez sur ce lien', 'lien']),
}

type Words = { subject: string; preheader: string; whole: string; pieces: readonly TemplateBlock[] }

/** How a text comes across: shouting, and links whose words do not say where they lead. */
export function toneFaults({ subject, preheader, whole, pieces }: Words, locale: Locale): Placed[] {
  const faults: Placed[] = []
  for (const [place, words] of [['subject', subject] as const, ['preheader', preheader] as const, ['text', whole] as const]) {
    const shouted = shoutedIn(words)
    if (shouted.length > 0) faults.push({ fault: 'capitals', detail: shouted.join(' '), place })
    const marks = words.match(/!/g)?.length ?? 0
    if (marks > (place === 'text' ? exclamationsMax : 0)) faults.push({ fault: 'exclamations', detail: String(marks), place })
  }
  for (const { label, href } of linksOf(pieces)) {
    if (
      vague[locale].has(
        label
          .toLowerCase()
          .replace(/[^\p{L} ]/gu, '')
          .trim(),
      )
    )
      faults.push({ fault: 'linkVague', detail: label, place: 'text' })
    else if (leadsElsewhere(label, href)) faults.push({ fault: 'linkOther', detail: `${label} → ${href}`, place: 'text' })
  }
  return faults
}

type Link = { label: string; href: string }

function linksOf(pieces: readonly TemplateBlock[]): Link[] {
  return pieces.flatMap((piece) => {
    if (piece.type === 'button') return [{ label: piece.label.trim(), href: piece.href }]
    if (piece.type !== 'text') return []
    // Cleaned before: within a link stand no other links.
    return [...piece.html.matchAll(/<a href="([^"<>]*)">(.*?)<\/a>/gs)].map(([, href = '', inner = '']) => ({
      ...{
        href,
        label: inner
          .replace(/<[^<>]*>/g, '')
          .replaceAll('&amp;', '&')
          .trim(),
      },
    }))
  })
}

/** Words that look like an address lead the reader to that address, or they deceive. */
function leadsElsewhere(label: string, href: string): boolean {
  // Also bounds the search: among words the pattern below would begin anew at each dot.
  if (/\s/.test(label) || label.replaceAll(mergeField, '') !== label) return false
  const shown = hostOf(/^[^\s@]+\.[a-z]{2,}(?:[/?#]\S*)?$/i.test(label) ? label : '')
  const real = hostOf(href)
  return shown !== null && real !== null && shown !== real && !real.endsWith(`.${shown}`)
}

function hostOf(address: string): string | null {
  const whole = /^https?:\/\//i.test(address) ? address : /^[\w.-]+\.[a-z]{2,}(?:[/?#]|$)/i.test(address) ? `https://${address}` : ''
  return URL.canParse(whole) ? new URL(whole).hostname.replace(/^www\./, '') : null
}
