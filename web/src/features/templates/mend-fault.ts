import { shoutedIn } from '@regie/contract/shouted-words.ts'
import type { TemplateBlock } from '@regie/contract/template-blocks.ts'
import { subjectMax, type TemplateFault, type WrittenBody } from '@regie/contract/templates.ts'

// Tags and merge fields are no words.
const noWords = /(<[^<>]*>|\{\{[^{}]*\}\})/
const inWords = (text: string, change: (words: string) => string) =>
  text
    .split(noWords)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('')

const begin = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const isWord = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'giu')

/** Words that shout in the letters of a sentence: a capital stays where one begins. */
function calmed(text: string): string {
  const shouted = new Set(shoutedIn(text.replace(/<[^<>]*>/g, ' ')))
  let isBegin = true
  return inWords(text, (words) =>
    words.replace(/[\p{L}\p{N}]+|[.!?\n]/gu, (part) => {
      const wasBegin = isBegin
      isBegin = /^[.!?\n]$/.test(part)
      if (!shouted.has(part)) return part
      return wasBegin ? begin(part.toLowerCase()) : part.toLowerCase()
    }),
  )
}

const quiet = (text: string) => inWords(text, (words) => words.replace(/\s?!+(\?)?/g, (_all, question?: string) => question ?? '.'))

/** `from → to`, as a fault names it. */
function replaced(detail: string): (text: string) => string {
  const [from = '', to = ''] = detail.split(' → ')
  return (text) => inWords(text, (words) => words.replace(isWord(from), (word) => (/^\p{Lu}/u.test(word) ? begin(to) : to)))
}

/** `{words} → {{field}}`, wherever these words stand. */
function asField(detail: string): (text: string) => string {
  const [from = '', to = ''] = detail.split(' → ')
  // Not the inner half of a field that is right.
  return (text) => text.replace(new RegExp(`(?<!\\{)${escaped(from)}(?!\\})`, 'gu'), () => to)
}

// The first whole sentence that says something, behind the greeting.
function firstSentence(blocks: readonly TemplateBlock[]): string {
  const paragraphs = blocks.flatMap((block) =>
    block.type === 'text' ? [...new DOMParser().parseFromString(block.html, 'text/html').querySelectorAll('p, li')] : [],
  )
  const sentences = paragraphs.flatMap(({ textContent }) => textContent.trim().match(/[^.!?]+[.!?]/g) ?? [])
  return (sentences.find((sentence) => sentence.trim().split(/\s+/).length > 3) ?? '').trim().slice(0, subjectMax)
}

function inBlock(block: TemplateBlock, change: (text: string) => string): TemplateBlock {
  if (block.type === 'text') return { ...block, html: change(block.html) }
  if (block.type === 'heading') return { ...block, text: change(block.text) }
  return block.type === 'button' || block.type === 'pay' ? { ...block, label: change(block.label) } : block
}

function at(place: TemplateFault['place'], body: WrittenBody, change: (text: string) => string): WrittenBody {
  if (place === 'subject') return { ...body, subject: change(body.subject) }
  if (place === 'preheader') return { ...body, preheader: change(body.preheader ?? '') }
  return { ...body, text: change(body.text), blocks: body.blocks.map((block) => inBlock(block, change)) }
}

const termWrong = /(14|veertien) dagen na (?:heden|dagtekening)/gi

/** The text without this fault, where one can be had without a choice of its writer; null: there is none, or it stands in a section. */
export function mended({ fault, detail, place }: TemplateFault, body: WrittenBody): WrittenBody | null {
  const made = () => {
    if (fault === 'capitals') return at(place, body, calmed)
    if (fault === 'exclamations') return at(place, body, quiet)
    if (fault === 'wordHard') return at(place, body, replaced(detail))
    if (fault === 'placeSingle') return at(place, body, asField(detail))
    if (fault === 'termWrong')
      return at(place, body, (text) => inWords(text, (words) => words.replace(termWrong, '$1 dagen nadat dit bericht bij u is bezorgd')))
    return fault === 'preheaderMissing' ? { ...body, preheader: firstSentence(body.blocks) } : null
  }
  const better = made()
  return better === null || JSON.stringify({ preheader: '', ...better }) === JSON.stringify({ preheader: '', ...body }) ? null : better
}
