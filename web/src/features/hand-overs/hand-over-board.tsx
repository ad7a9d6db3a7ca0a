import { type HandOver, handOverApi } from '@regie/contract/hand-overs.ts'
import { mayCall } from '@regie/contract/endpoint.ts'
import { useEffect } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { typedDay } from '../../locales/read-day.ts'
import { paths } from '../../paths.ts'
import { useAddress } from '../../session/address.ts'
import { notify } from '../../session/notification.tsx'
import { chooseCustomer } from '../../session/selection.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable, type RowAction } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { amountsOf } from '../../session/hand-over/amounts.ts'
import { HandOverState, useFileWords, useHandOverColumns } from './hand-over-columns.tsx'
import { HandOverDetail } from './hand-over-detail.tsx'
import { fetchHandOverFile, useHandOver, useHandOvers, useMakeFile } from './hand-overs-data.ts'
import styles from './hand-overs.module.css'

/** What went to a bailiff or back to the client, the last first: who has it, how much is open of it, its file, and its cases. */
export function HandOverBoard({ customerID }: { customerID: number }) {
  const t = useText()
  const list = useHandOvers(customerID)
  const columns = useHandOverColumns()
  const isPhone = useIsPhone()
  const actionsOf = useHandOverActions(list.retry)
  const [{ handOver }, changeAddress] = useAddress(['handOver'])
  const setOpenID = (handOverID: number | null) => changeAddress({ handOver: handOverID === null ? '' : String(handOverID) })
  const { found: open, failure } = useHandOver(/^[1-9]\d{0,14}$/.test(handOver) ? Number(handOver) : null)
  // Who comes by a link may have another customer chosen.
  const itsCustomer = open?.customerID
  useEffect(() => {
    if (itsCustomer !== undefined) chooseCustomer(itsCustomer)
  }, [itsCustomer])
  useEffect(() => {
    if (failure !== null) notify(failureWords(failure))
  }, [failure])
  const empty = (
    <EmptyState
      icon="send"
      title={t('arrangements.handOvers.empty.title')}
      text={t('arrangements.handOvers.empty.text')}
      action={<AppLink to={paths.search()}>{t('arrangements.handOvers.empty.find')}</AppLink>}
    />
  )
  return (
    <div className={styles.board}>
      {isPhone ? (
        <Cards list={list} actionsOf={actionsOf} onOpen={({ handOverID }) => setOpenID(handOverID)} empty={empty} />
      ) : (
        <DataTable<HandOver>
          label={t('arrangements.handOvers.title')}
          columns={columns}
          list={list}
          rowKey={({ handOverID }) => String(handOverID)}
          onOpen={({ handOverID }) => setOpenID(handOverID)}
          rowActions={(row) => [
            { key: 'open', label: t('arrangements.handOvers.open'), icon: 'search', onPress: () => setOpenID(row.handOverID) },
            ...actionsOf(row),
          ]}
          empty={empty}
        />
      )}
      {open !== undefined && <HandOverDetail handOver={open} actions={actionsOf(open)} onClose={() => setOpenID(null)} />}
    </div>
  )
}

type CardsProps = {
  list: ReturnType<typeof useHandOvers>
  actionsOf: (row: HandOver) => readonly RowAction[]
  onOpen: (row: HandOver) => void
  empty: React.ReactNode
}

function Cards({ list, actionsOf, onOpen, empty }: CardsProps) {
  const t = useText()
  const fileWords = useFileWords()
  if (list.rows.length === 0) {
    if (list.failure !== null) return <ErrorState failure={list.failure} onRetry={list.retry} />
    return list.isLoading ? <Skeleton lines={6} /> : empty
  }
  return (
    <ul className={styles.cards} aria-label={t('arrangements.handOvers.title')}>
      {list.rows.map((row) => (
        <li key={row.handOverID} className={styles.card}>
          <div className={styles.head}>
            <strong>{row.name}</strong>
            <HandOverState of={row} />
          </div>
          <p className={styles.facts}>
            {typedDay(row.on)} · {t(`arrangements.handOvers.give.kinds.${row.kind}`)} · {t('arrangements.handOvers.columns.cases')}{' '}
            {formatNumber(row.counts.handedOver)}
            {row.open.length > 0 && ` · ${amountsOf(row.open)}`} · {fileWords(row)}
          </p>
          <div className={styles.actions}>
            <Button onPress={() => onOpen(row)}>{t('arrangements.handOvers.open')}</Button>
            {actionsOf(row)
              .filter(({ key, reason }) => key === 'fetch' && reason === undefined)
              .map(({ key, label, icon, onPress }) => (
                <Button key={key} icon={<Icon name={icon} size={16} />} onPress={onPress}>
                  {label}
                </Button>
              ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Taking the file along, and having it made anew where there is none or its cases changed. */
function useHandOverActions(onFetched: () => void) {
  const t = useText()
  const { rights } = useSession()
  const make = useMakeFile()
  const fileWords = useFileWords()
  return (row: HandOver): RowAction[] => {
    const { file, counts, isAtWork, handOverID } = row
    const whyNotFetched =
      file === null || file.state !== 'kept' ? fileWords(row) : file.mayFetch ? undefined : t('arrangements.handOvers.file.noRight')
    const isMade = file?.state === 'making' || file?.state === 'waiting' || isAtWork
    const whyNotMade = !mayCall(rights, handOverApi.makeFile)
      ? t('ui.noRight')
      : isMade
        ? t('arrangements.handOvers.file.making')
        : counts.handedOver === 0
          ? t('refusals.handOver.nothingLeft')
          : undefined
    const fail = (failure: Error) => notify(t('arrangements.handOvers.file.notFetched', { why: failureWords(failure) }))
    return [
      {
        ...{ key: 'fetch', label: t('arrangements.handOvers.file.fetch'), icon: 'download', reason: whyNotFetched },
        onPress: () => file !== null && void fetchHandOverFile(file).then(onFetched, fail),
      },
      {
        ...{ key: 'make', label: t('arrangements.handOvers.file.make'), icon: 'refresh', reason: whyNotMade },
        onPress: () => void make.mutateAsync({ params: { handOverID } }).catch((failure: Error) => notify(failureWords(failure))),
      },
    ]
  }
}
