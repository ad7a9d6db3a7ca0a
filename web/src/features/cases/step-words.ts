import { findText } from '../../locales/i18n.tsx'

/** What comes next in words: where a script looks which way to go, its name is a question and no claim ("Betaald na mail?"). */
export function stepWords(kind: string, name: string): string {
  return kind === 'branch' && !name.trimEnd().endsWith('?') ? (findText('cases.asQuestion', { name }) ?? name) : name
}
