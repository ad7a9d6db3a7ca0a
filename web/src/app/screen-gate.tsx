import { templateKinds } from '@regie/contract/templates.ts'
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../locales/i18n.tsx'
import { pathTo, type ScreenName } from '../paths.ts'
import { useSession } from '../session/use-session.ts'
import { AppLink } from '../ui/app-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { IconName } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { firstScreen, mayOpen, type MenuScreen, menuScreens, type Screen } from './screen-table.ts'

type ScreenGateProps = { screen: Screen; params: Readonly<Record<string, string | undefined>>; children: ReactNode }

/** Shows a screen to who holds its right, at an address that can be one of it; otherwise what is missing, and the way on. */
export function ScreenGate({ screen, params, children }: ScreenGateProps) {
  const t = useText()
  const { rights } = useSession()
  const name = useScreenName(screen.name)
  // Every parameter of a path is the number of something, a kind of text, or a day of a report.
  const given = Object.entries(params).find(([param, text]) => text !== undefined && !isKnown(param, text))?.[1]
  if (!mayOpen(rights, screen))
    return <Elsewhere icon="lock" page={name} title={t('ui.forbidden.title')} text={t('app.forbidden.text', { screen: name })} />
  if (given !== undefined)
    return <Elsewhere icon="search" page={name} title={t('ui.notFound.title')} text={t('app.unknown.number', { screen: name, given })} />
  return children
}

function isKnown(param: string, text: string): boolean {
  if (param === 'start' || param === 'end') return /^(0|\d{4}-\d\d-\d\d)$/.test(text)
  return param === 'templateKind' ? templateKinds.some((kind) => kind === text) : /^[1-9]\d{0,15}$/.test(text)
}

/** An address that is none of ours. */
export function UnknownScreen() {
  const t = useText()
  const address = useRouterState({ select: ({ location }) => location.pathname })
  return <Elsewhere icon="search" page={t('app.unknown.page')} title={t('ui.notFound.title')} text={t('app.unknown.text', { address })} />
}

function Elsewhere({ icon, page, title, text }: { icon: IconName; page: string; title: string; text: string }) {
  const t = useText()
  const first = firstScreen(useSession().rights)
  return (
    <Page title={page}>
      <EmptyState
        icon={icon}
        title={title}
        text={text}
        action={first !== null && <AppLink to={pathTo(first)}>{t('app.goOn', { screen: t(`menu.screens.${first}`) })}</AppLink>}
      />
    </Page>
  )
}

function useScreenName(name: ScreenName): string {
  const t = useText()
  return isInMenu(name) ? t(`menu.screens.${name}`) : t(`app.screens.${name}`)
}

function isInMenu(name: ScreenName): name is MenuScreen['name'] {
  return menuScreens.some((screen) => screen.name === name)
}
