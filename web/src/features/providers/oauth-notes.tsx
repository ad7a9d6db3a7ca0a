import type { Provider } from '@regie/contract/providers.ts'
import { useEffect, useRef } from 'react'
import { formatDate } from '../../locales/format.ts'
import { formatMomentInSentence } from '../../locales/moment-in-sentence.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { LineNote } from '../../ui/line-list.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useConnectProvider, useFinishConnecting } from './providers-data.ts'
import styles from './providers.module.css'

// Whoever must make a new secret has a month.
const soonMs = 31 * 86_400_000

/** How a provider signs in by OAuth 2; null: not so. */
const appOf = ({ settings }: Pick<Provider, 'settings'>) => ('oauth' in settings ? (settings.oauth ?? null) : null)

/** Nobody of this provider is let in until somebody connects it. */
export const mustConnect = (provider: Provider) =>
  appOf(provider) !== null && (provider.connection === null || provider.connection.refusedAt !== null)

/** Who connected the account, until when, and what will end it. */
export function OauthNotes({ provider }: { provider: Provider }) {
  const t = useText()
  const now = useNow(3_600_000)
  const app = appOf(provider)
  if (app === null) return null
  const { connection, settings } = provider
  const user = 'user' in settings ? settings.user : ''
  const isSoon = app.secretUntil !== null && Date.parse(app.secretUntil) - now < soonMs
  return (
    <>
      {connection === null && <LineNote>{t('providers.oauth.never')}</LineNote>}
      {connection !== null && connection.refusedAt === null && (
        <LineNote>{t('providers.oauth.connected', { user, by: connection.by, moment: formatMomentInSentence(connection.at) })}</LineNote>
      )}
      {connection !== null && connection.refusedAt !== null && (
        <strong className={styles.trouble}>{t('providers.oauth.refused', { moment: formatMomentInSentence(connection.refusedAt) })}</strong>
      )}
      {connection !== null && connection.endsAt !== null && (
        <LineNote>{t('providers.oauth.endsAt', { moment: formatMomentInSentence(connection.endsAt) })}</LineNote>
      )}
      {app.secretUntil !== null && !isSoon && (
        <LineNote>{t('providers.oauth.secretUntil', { date: formatDate(app.secretUntil) })}</LineNote>
      )}
      {app.secretUntil !== null && isSoon && (
        <strong className={styles.trouble}>{t('providers.oauth.secretSoon', { date: formatDate(app.secretUntil) })}</strong>
      )}
    </>
  )
}

/** Leads to Microsoft or Google, where somebody lets us in. */
export function ConnectButton({ provider, reason }: { provider: Provider; reason: string | undefined }) {
  const t = useText()
  const connect = useConnectProvider()
  const app = appOf(provider)
  if (app === null) return null
  const go = () =>
    connect.mutateAsync({ params: { providerID: provider.providerID } }).then(
      ({ url }) => location.assign(url),
      (failure: Error) => notify(failureWords(failure)),
    )
  const isFirst = mustConnect(provider)
  return (
    <Button kind={isFirst ? 'main' : undefined} reason={reason} isBusy={connect.isPending} onPress={() => void go()}>
      {t(`providers.oauth.${provider.connection === null ? 'connect' : 'again'}.${app.service}`)}
      <span className="visually-hidden">: {provider.name}</span>
    </Button>
  )
}

/** Who comes back from there brings what we are let in by: it is taken once, and leaves the address. */
export function useReturnFromService() {
  const t = useText()
  const finish = useFinishConnecting()
  const isTaken = useRef(false)
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const [state, code] = [query.get('state'), query.get('code')]
    if (isTaken.current || state === null) return
    isTaken.current = true
    history.replaceState(history.state, '', location.pathname)
    if (code === null) return notify(t('providers.oauth.cancelled'))
    finish.mutateAsync({ body: { state, code } }).then(
      ({ name, testFault }) => notify(t(testFault === null ? 'providers.oauth.done' : 'providers.oauth.doneFailing', { name })),
      (failure: Error) => notify(failureWords(failure)),
    )
  })
  return finish.isPending
}
