import type { BatchRow } from '@regie/contract/batches.ts'
import type { CaseRow } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { UserRow } from '@regie/contract/users.ts'
import { formatMoney } from '../../locales/format.ts'
import { findText, useText } from '../../locales/i18n.tsx'
import { type AppPath, paths, pathTo } from '../../paths.ts'
import { type RecentPlace, recentPlaces } from '../../session/recent-places.ts'
import { useSession } from '../../session/use-session.ts'
import type { Command, CommandGroup } from '../../ui/command-dialog.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { screenActions } from '../../ui/screen-actions.ts'
import { openScreens } from '../screen-table.ts'
import { bestMatches } from './match.ts'

type Found = {
  cases: readonly CaseRow[]
  batches: readonly BatchRow[]
  people: readonly UserRow[]
  scripts: readonly { scriptID: number; name: string }[]
}
/** `also`: other words for the same thing, which are found and not shown. */
type Known = Command & { also?: string | null }
type Ways = { goTo: (path: AppPath) => void; onHelp: () => void; onTour: () => void }

const recentShown = 5
const scriptsShown = 4

/** What the palette offers for these words, in the order in which one most likely means it. */
export function usePaletteGroups(words: string, found: Found, { goTo, onHelp, onTour }: Ways): CommandGroup[] {
  const t = useText()
  const { rights, userID } = useSession()
  const isTyped = words.trim() !== ''
  const go = (to: AppPath) => () => goTo(to)
  const match = (commands: readonly Known[]) =>
    bestMatches(commands, words, ({ label, detail = '', also }) => `${label} ${detail} ${begunBy(words, also ?? '')}`)
  const mayOpen = (path: string) => rights.includes(rightOfPlace(path))
  const recent = recentPlaces(userID)
    .filter(({ path }) => path !== location.pathname && mayOpen(path))
    .map((place) => ({ ...placeCommand(place), detail: t(`palette.kinds.${kindOfPlace(place.path)}`), run: go(place.path as AppPath) }))
  // What may not be done now stands below what may.
  const here = screenActions()
    .map(({ id, label, icon, keyName, reason, run }): Command => ({ key: `do-${id}`, label, icon, keys: keyName, reason, run }))
    .toSorted((one, other) => Number(one.reason !== undefined) - Number(other.reason !== undefined))
  const screens = openScreens(rights).map(
    (screen): Known => ({
      also: findText(`palette.also.${screen.name}`),
      key: screen.name,
      label: t(`menu.screens.${screen.name}`),
      icon: screen.menu.icon,
      keys: `g ${screen.menu.key}`,
      run: go(pathTo(screen.name)),
    }),
  )
  const help: Command[] = [
    { key: 'help', label: t('palette.help'), icon: 'question', keys: '?', run: onHelp },
    { key: 'tour', label: t('palette.tour'), icon: 'info', run: onTour },
    { key: 'apiDocs', label: t('app.screens.apiDocs'), icon: 'script', run: go(paths.apiDocs()) },
    ...(rights.includes(Right.viewCases)
      ? [{ key: 'evidence', label: t('app.screens.evidence'), icon: 'shield' as const, run: go(paths.evidence()) }]
      : []),
    { key: 'account', label: t('account.title'), icon: 'user', run: go(paths.account()) },
  ]
  const things = foundGroups(found, words, { t, go })
  const everything: Command[] =
    isTyped && rights.includes(Right.viewCases)
      ? [{ key: 'find', label: t('palette.find', { words: words.trim() }), icon: 'search', run: go(paths.search({ q: words.trim() })) }]
      : []
  return [
    { title: t('palette.groups.recent'), commands: match(recent).slice(0, recentShown) },
    { title: t('palette.groups.here'), commands: match(here) },
    ...things.filter(({ first }) => first),
    { title: t('palette.groups.screens'), commands: match(screens) },
    ...things.filter(({ first }) => !first),
    { title: t('palette.groups.help'), commands: match(help) },
    { title: t('palette.groups.search'), commands: everything },
  ]
}

/** The other words that one has begun to type: from their middle they would stand before what is really called so. */
function begunBy(words: string, also: string): string {
  const typed = words.toLowerCase().split(/\s+/).filter(Boolean)
  return also
    .split(' ')
    .filter((word) => typed.some((part) => word.startsWith(part)))
    .join(' ')
}

type Tools = { t: ReturnType<typeof useText>; go: (to: AppPath) => () => void }

function foundGroups({ cases, batches, people, scripts }: Found, words: string, { t, go }: Tools): (CommandGroup & { first: boolean })[] {
  const named = words.trim() === '' ? [] : bestMatches(scripts, words, ({ name }) => name).slice(0, scriptsShown)
  // A number or three words is no screen: then the cases come first.
  const first = /\d/.test(words)
  return [
    {
      first,
      title: t('palette.groups.cases'),
      commands: cases.map(
        (one): Command => ({
          key: `case-${one.caseID}`,
          label: one.name === '' ? one.caseNumber : one.name,
          detail: [
            one.caseNumber,
            one.outstandingCents === null ? '' : formatMoney(one.outstandingCents),
            t(`cases.statuses.${one.status}`),
          ]
            .filter(Boolean)
            .join(' · '),
          icon: 'file',
          run: go(paths.case(one.caseID)),
        }),
      ),
    },
    {
      first,
      title: t('palette.groups.batches'),
      commands: batches.map(
        ({ batchID, name, scriptName, status }): Command => ({
          key: `batch-${batchID}`,
          label: name,
          detail: `${t(`batches.statuses.${status}`)} · ${scriptName}`,
          icon: 'batches',
          run: go(paths.batch(batchID)),
        }),
      ),
    },
    {
      first: false,
      title: t('palette.groups.scripts'),
      commands: named.map(
        ({ scriptID, name }): Command => ({
          key: `script-${scriptID}`,
          label: name,
          icon: 'script',
          run: go(paths.script(scriptID)),
        }),
      ),
    },
    {
      first: false,
      title: t('palette.groups.people'),
      commands: people.map(
        ({ userID, username, firstName, middleName, lastName }): Command => ({
          key: `user-${userID}`,
          label: [firstName, middleName, lastName].filter(Boolean).join(' ') || username,
          detail: username,
          icon: 'user',
          run: go(paths.users({ user: userID })),
        }),
      ),
    },
  ]
}

type PlaceKind = 'case' | 'batch' | 'script'

function kindOfPlace(path: string): PlaceKind {
  if (path.startsWith('/cases')) return 'case'
  return path.startsWith('/batches') ? 'batch' : 'script'
}

const placeSigns: Record<PlaceKind, { icon: IconName; right: number }> = {
  case: { icon: 'file', right: Right.viewCases },
  batch: { icon: 'batches', right: Right.viewBatches },
  script: { icon: 'script', right: Right.viewScripts },
}
const rightOfPlace = (path: string) => placeSigns[kindOfPlace(path)].right
const placeCommand = ({ path, title }: RecentPlace) => ({ key: path, label: title, icon: placeSigns[kindOfPlace(path)].icon })
