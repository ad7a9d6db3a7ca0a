import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import { type MessageRefusal, messageApi, type OrderedCase, type OrderOutcome } from '@regie/contract/messages.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { useRows } from '../../api/use-rows.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { paths } from '../../paths.ts'
import { useGoTo } from '../../session/address.ts'
import { keepChosenCases } from '../../session/chosen-cases.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './mass-messages.module.css'

type OrderedCasesProps = {
  customerID: number
  orderID: number
  outcome?: OrderOutcome
  channel?: WrittenChannel
  reason?: MessageRefusal
  label: string
  onClose: () => void
}

/** The cases behind a number of an order. */
export function OrderedCases({ customerID, orderID, outcome, channel, reason, label, onClose }: OrderedCasesProps) {
  const t = useText()
  const query = {
    ...(outcome !== undefined && { outcome }),
    ...(channel !== undefined && { channel }),
    ...(reason !== undefined && { reason }),
  }
  const { rows, hasMore, isLoadingMore, loadMore } = useRows(messageApi.rows, { params: { orderID }, query })
  const { isBusy, write } = useWriteOtherwise(customerID, orderID, query)
  // Who was left out may be reached by another channel: "all sent except the e-mail".
  const otherwise = reason !== undefined && rows.length > 0 && (
    <Button kind="main" isBusy={isBusy} onPress={write}>
      {t('massMessages.orders.otherwise')}
    </Button>
  )
  return (
    <Dialog isOpen title={label} onClose={onClose} actions={otherwise}>
      <ul className={styles.cases}>
        {rows.map((row) => (
          <Row key={row.caseID} row={row} />
        ))}
      </ul>
      {hasMore && (
        <Button isBusy={isLoadingMore} onPress={loadMore}>
          {t('massMessages.orders.more')}
        </Button>
      )}
    </Dialog>
  )
}

const readAtOnce = 250
const takenMax = 5_000

/** Takes the cases behind a number along to a new message. */
function useWriteOtherwise(
  customerID: number,
  orderID: number,
  query: { reason?: MessageRefusal; channel?: WrittenChannel; outcome?: OrderOutcome },
) {
  const goTo = useGoTo()
  const [isBusy, setBusy] = useState(false)
  const read = async () => {
    const caseIDs: number[] = []
    for (let cursor: string | null | undefined; cursor !== null && caseIDs.length < takenMax; ) {
      const asked = { ...query, limit: readAtOnce, ...(cursor !== undefined && { cursor }) }
      const page: ResponseOf<typeof messageApi.rows> = await callApi(messageApi.rows, { params: { orderID }, query: asked })
      caseIDs.push(...page.rows.map(({ caseID }) => caseID))
      cursor = page.nextCursor
    }
    keepChosenCases({ customerID, filter: { caseIDs }, count: caseIDs.length })
    goTo(paths.communications({ ticked: 1 }))
  }
  const write = () => {
    setBusy(true)
    void read().catch(() => setBusy(false))
  }
  return { isBusy, write }
}

function Row({ row: { caseID, caseNumber, name, nextAt } }: { row: OrderedCase }) {
  const t = useText()
  return (
    <li>
      <AppLink to={paths.case(caseID)}>{name === '' ? caseNumber : name}</AppLink>{' '}
      <span className={styles.soft}>
        {caseNumber}
        {nextAt !== null && ` · ${t('cases.lights.again', { at: formatNextMoment(nextAt) })}`}
      </span>
    </li>
  )
}
