import type { CaseDetail } from '@regie/contract/cases.ts'
import { type ReactNode, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import styles from './arrangements.module.css'
import { useArrangements, useLiveArrangements } from './arrangements-data.ts'
import { CallbackCard } from './callbacks/callback-card.tsx'
import { CallbackDialog } from './callbacks/callback-dialog.tsx'
import { ComplaintCard } from './complaints/complaint-card.tsx'
import { ComplaintDialog } from './complaints/complaint-dialog.tsx'
import { PlanDialog } from './promises/plan-dialog.tsx'
import { PromiseCard } from './promises/promise-card.tsx'
import { PromiseDialog } from './promises/promise-dialog.tsx'
import { useRefusal } from './use-refusal.ts'

type Asked = 'callback' | 'promise' | 'plan' | 'complaint' | 'dispute'

/** What is arranged about a case: what still runs in full, what is over folded away. */
export function ArrangementsPanel({ found }: { found: CaseDetail }) {
  const t = useText()
  const query = useArrangements(found.caseID)
  const { data } = query
  useLiveArrangements(found.caseID)
  const { toArrange } = useRefusal(found)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const mayNotPromise = toArrange ?? (data?.promises.some(({ state }) => state === 'open') ? t('refusals.promise.alreadyOpen') : undefined)
  const items = [
    { key: 'callback', label: t('arrangements.callbacks.one'), icon: 'phone', reason: toArrange, onPress: () => setAsked('callback') },
    {
      key: 'promise',
      label: t('arrangements.promises.promise'),
      icon: 'payment',
      reason: mayNotPromise,
      onPress: () => setAsked('promise'),
    },
    { key: 'plan', label: t('arrangements.promises.plan'), icon: 'calendar', reason: mayNotPromise, onPress: () => setAsked('plan') },
    {
      key: 'complaint',
      label: t('arrangements.complaints.complaint'),
      icon: 'alert',
      reason: toArrange,
      onPress: () => setAsked('complaint'),
    },
    { key: 'dispute', label: t('arrangements.complaints.dispute'), icon: 'ban', reason: toArrange, onPress: () => setAsked('dispute') },
  ] as const
  const cards = [
    ...(data?.complaints ?? []).map((complaint) => ({
      isOpen: complaint.state !== 'resolved',
      card: <ComplaintCard key={`complaint ${complaint.complaintID}`} found={found} complaint={complaint} />,
    })),
    ...(data?.callbacks ?? []).map((callback) => ({
      isOpen: callback.state === 'open',
      card: <CallbackCard key={`callback ${callback.callbackID}`} found={found} callback={callback} />,
    })),
    ...(data?.promises ?? []).map((promise) => ({
      isOpen: promise.state === 'open',
      card: <PromiseCard key={`promise ${promise.promiseID}`} found={found} promise={promise} />,
    })),
  ]
  const over = cards.filter(({ isOpen }) => !isOpen)
  return (
    <Panel
      title={t('arrangements.panel')}
      actions={
        <Menu
          label={t('arrangements.new')}
          trigger={<Button icon={<Icon name="plus" size={16} />}>{t('arrangements.new')}</Button>}
          items={items}
        />
      }
    >
      {data === undefined && <NotLoaded query={query} lines={2} />}
      {data !== undefined && cards.length === 0 && (
        <p className={styles.quiet} data-nothing>
          {t('arrangements.none')}
        </p>
      )}
      <div className={styles.stack}>
        {cards.filter(({ isOpen }) => isOpen).map(({ card }) => card)}
        {over.length > 0 && <Over count={over.length}>{over.map(({ card }) => card)}</Over>}
      </div>
      {asked === 'callback' && <CallbackDialog found={found} onClose={close} />}
      {asked === 'promise' && <PromiseDialog found={found} onClose={close} />}
      {asked === 'plan' && <PlanDialog found={found} onClose={close} />}
      {(asked === 'complaint' || asked === 'dispute') && <ComplaintDialog caseID={found.caseID} kind={asked} onClose={close} />}
    </Panel>
  )
}

function Over({ count, children }: { count: number; children: ReactNode }) {
  const t = useText()
  return (
    <details className={styles.over}>
      <summary>{t('arrangements.earlier', { count })}</summary>
      <div className={styles.stack}>{children}</div>
    </details>
  )
}
