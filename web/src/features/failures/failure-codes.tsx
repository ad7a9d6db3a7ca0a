import { causesOfChannel, type FailureCause, failureCauseNames } from '@regie/contract/failure-causes.ts'
import type { UnknownCode } from '@regie/contract/failures.ts'
import { useState } from 'react'
import { formatDate } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../session/notification.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { Line, LineList, LineNote } from '../../ui/line-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import styles from './failures.module.css'
import { type useFailureCodes, useSettleCode } from './failures-data.ts'
import { personName } from '../../session/people.ts'

/** The work list: codes that a provider gave and nobody knows yet, and those that a colleague explained. */
export function FailureCodes({ customerID, query }: { customerID: number; query: ReturnType<typeof useFailureCodes> }) {
  const t = useText()
  const [asked, setAsked] = useState<UnknownCode | null>(null)
  return (
    <Loaded query={query}>
      {(codes) => {
        const { open = [], explained = [] } = Object.groupBy(codes, (code) => (isExplained(code) ? 'explained' : 'open'))
        return (
          <Stack>
            {open.length === 0 ? (
              <EmptyState icon="check" title={t('failures.codes.none.title')} text={t('failures.codes.none.text')} />
            ) : (
              <Codes title={t('failures.tabs.codes')} {...{ customerID }} codes={open} onSettle={setAsked} />
            )}
            {explained.length > 0 && (
              <Codes title={t('failures.codes.explained')} {...{ customerID }} codes={explained} onSettle={setAsked} />
            )}
            {asked !== null && <SettleDialog customerID={customerID} code={asked} onClose={() => setAsked(null)} />}
          </Stack>
        )
      }}
    </Loaded>
  )
}

const isExplained = ({ settledBy, cause, note }: UnknownCode) => settledBy !== null && (cause !== null || note !== '')

type CodesProps = { title: string; customerID: number; codes: readonly UnknownCode[]; onSettle: (code: UnknownCode) => void }

function Codes({ title, customerID, codes, onSettle }: CodesProps) {
  return (
    <Panel title={title} isFlush>
      <LineList>
        {codes.map((code) => (
          <CodeLine
            key={`${code.channel} ${code.provider} ${code.code}`}
            customerID={customerID}
            code={code}
            onSettle={() => onSettle(code)}
          />
        ))}
      </LineList>
    </Panel>
  )
}

function CodeLine({ customerID, code: one, onSettle }: { customerID: number; code: UnknownCode; onSettle: () => void }) {
  const t = useText()
  const { channel, provider, code, count, firstAt, lastAt, text, example, cause, note, settledBy } = one
  const state = settledBy === null ? 'open' : cause === null ? 'seen' : 'settled'
  return (
    <Line
      name={`${t(`cases.channels.${channel}`)} · ${provider.startsWith('simulated') ? t('failures.codes.simulated') : provider} · ${code}`}
      badges={
        <Badge tone={state === 'open' ? 'warning' : state === 'seen' ? 'neutral' : 'success'} icon={state === 'open' ? 'alert' : 'check'}>
          {t(`failures.codes.${state}`)}
        </Badge>
      }
      actions={
        <>
          {settledBy === null && <QuickCause customerID={customerID} code={one} />}
          <Button onPress={onSettle}>
            {t(settledBy === null ? 'failures.codes.settleMore' : isExplained(one) ? 'failures.codes.change' : 'failures.codes.settle')}
            <span className="visually-hidden">: {code}</span>
          </Button>
        </>
      }
    >
      <LineNote>
        {t('failures.codes.times', { count })} · {t('failures.codes.first', { at: formatDate(firstAt) })} ·{' '}
        {t('failures.codes.last', { at: formatDate(lastAt) })}
        {example !== null && (
          <>
            {' · '}
            <AppLink to={paths.case(example.caseID)}>
              {t('failures.codes.example')} {example.caseNumber}
            </AppLink>
          </>
        )}
      </LineNote>
      {text !== '' && (
        <LineNote>
          {t('failures.said')}: {text}
        </LineNote>
      )}
      {cause !== null && <LineNote>{t(`cases.causes.${cause}`)}</LineNote>}
      {settledBy !== null && (
        <LineNote>
          {note} {t('failures.codes.by', { name: personName(settledBy) })}
        </LineNote>
      )}
    </Line>
  )
}

/** The cause alone, chosen in the line itself: two presses, and the list of causes counts it at once. */
function QuickCause({ customerID, code: { channel, provider, code, note } }: { customerID: number; code: UnknownCode }) {
  const t = useText()
  const settle = useSettleCode()
  const choose = async (chosen: string) => {
    const cause = failureCauseNames.find((known) => known === chosen) ?? null
    if (cause === null) return
    await settle.mutateAsync({ body: { customerID, channel, provider, code, cause, note } })
    notify(t('failures.codes.done', { code }))
  }
  return (
    <div className={styles.quickly}>
      <SearchSelect
        label={t('failures.codes.quick', { code })}
        isLabelHidden
        value=""
        onChange={(chosen) => void choose(chosen).catch(() => undefined)}
        options={[
          { value: '', label: t('failures.codes.pick') },
          ...causesOfChannel(channel).map((value) => ({ value, label: t(`cases.causes.${value}`) })),
        ]}
      />
    </div>
  )
}

function SettleDialog({ customerID, code: one, onClose }: { customerID: number; code: UnknownCode; onClose: () => void }) {
  const t = useText()
  const settle = useSettleCode()
  const { channel, provider, code } = one
  const [cause, setCause] = useState<FailureCause | null>(one.cause)
  const [note, setNote] = useState(one.note)
  return (
    <ConfirmDialog
      isOpen
      title={t('failures.codes.question', { code })}
      verb={t('failures.codes.verb')}
      onConfirm={async () => {
        await settle.mutateAsync({ body: { customerID, channel, provider, code, cause, note: note.trim() } })
        notify(t('failures.codes.done', { code }))
      }}
      onClose={onClose}
    >
      <SearchSelect
        label={t('failures.codes.cause')}
        value={cause ?? ''}
        onChange={(chosen) => setCause(failureCauseNames.find((known) => known === chosen) ?? null)}
        options={[
          { value: '', label: t('failures.codes.onlySeen') },
          ...causesOfChannel(channel).map((value) => ({ value, label: t(`cases.causes.${value}`) })),
        ]}
      />
      <TextAreaInput label={t('failures.codes.note')} maxLength={300} value={note} onChange={setNote} />
    </ConfirmDialog>
  )
}
