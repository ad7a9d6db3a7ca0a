import { type HandOver, type HandOverCase, takeBackMax } from '@regie/contract/hand-overs.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useMemo, useState } from 'react'
import { errorText } from '../../locales/error-text.ts'
import { formatMoney, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { typedDay } from '../../locales/read-day.ts'
import { paths } from '../../paths.ts'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type Column, DataTable, type RowAction } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { Stack } from '../../ui/stack.tsx'
import { HandOverState, useFileWords } from './hand-over-columns.tsx'
import { useCasesOf, useTakeBack } from './hand-overs-data.ts'
import styles from './hand-overs.module.css'

type HandOverDetailProps = { handOver: HandOver; actions: readonly RowAction[]; onClose: () => void }

/** A hand-over with its cases: what went, what came back, what stayed and why; chosen cases are taken back. */
export function HandOverDetail({ handOver, actions, onClose }: HandOverDetailProps) {
  const t = useText()
  const fileWords = useFileWords()
  const list = useCasesOf(handOver.handOverID)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAsked, setAsked] = useState(false)
  const columns = useCaseColumns()
  const away = list.rows.filter(({ caseID, state }) => state === 'handedOver' && chosen.has(String(caseID)))
  const refusal =
    away.length === 0
      ? t('arrangements.handOvers.back.choose')
      : away.length > takeBackMax
        ? t('bulk.tooMany', { max: formatNumber(takeBackMax) })
        : undefined
  const numbers = { count: away.length, total: formatNumber(away.length) }
  return (
    <Dialog
      isOpen
      size="wide"
      title={t('arrangements.handOvers.of', { name: handOver.name })}
      onClose={onClose}
      actions={
        <>
          {actions.map(({ key, label, icon, reason, onPress }) => (
            <Button key={key} icon={<Icon name={icon} size={16} />} reason={reason} onPress={onPress}>
              {label}
            </Button>
          ))}
          <Can right={Right.closeCases} refusal={refusal}>
            {(reason) => (
              <Button kind="main" reason={reason} onPress={() => setAsked(true)}>
                {t('arrangements.handOvers.back.verb', numbers)}
              </Button>
            )}
          </Can>
        </>
      }
    >
      <Stack>
        <div className={styles.head}>
          <span>
            {[typedDay(handOver.on), t(`arrangements.handOvers.give.kinds.${handOver.kind}`), handOver.reference, handOver.email]
              .filter((part) => part !== '')
              .join(' · ')}
          </span>
          <HandOverState of={handOver} />
        </div>
        <p className={styles.facts}>
          {t('arrangements.handOvers.columns.file')}: {fileWords(handOver)}
        </p>
        {handOver.note !== '' && <p>{handOver.note}</p>}
        <div className={styles.cases}>
          <DataTable<HandOverCase>
            label={t('arrangements.handOvers.list')}
            columns={columns}
            list={list}
            rowKey={({ caseID }) => String(caseID)}
            chosen={chosen}
            onChosen={setChosen}
            empty={<EmptyState icon="case" title={t('arrangements.handOvers.noCases')} text={t('arrangements.handOvers.noCasesText')} />}
          />
        </div>
      </Stack>
      {isAsked && (
        <TakeBackDialog
          handOver={handOver}
          caseIDs={away.map(({ caseID }) => caseID)}
          onDone={() => setChosen(new Set())}
          onClose={() => setAsked(false)}
        />
      )}
    </Dialog>
  )
}

function useCaseColumns(): readonly Column<HandOverCase>[] {
  const t = useText()
  return useMemo(() => {
    const stateWords = ({ state, reason }: HandOverCase) =>
      t(`arrangements.handOvers.caseStates.${state}`, { why: reason === null ? '' : errorText(reason) })
    return [
      {
        ...{ key: 'case', label: t('arrangements.handOvers.columns.caseNumber'), width: 110 },
        cell: ({ caseID, caseNumber }) => <AppLink to={paths.case(caseID)}>{caseNumber}</AppLink>,
        text: ({ caseNumber }) => caseNumber,
      },
      { key: 'name', label: t('arrangements.handOvers.columns.name'), width: 150, cell: ({ name }) => name, text: ({ name }) => name },
      {
        ...{ key: 'letter', label: t('arrangements.handOvers.columns.letter'), width: 115 },
        cell: ({ letterOn }) => (letterOn === null ? t('arrangements.handOvers.letterNone') : typedDay(letterOn)),
      },
      { key: 'state', label: t('arrangements.handOvers.columns.state'), width: 150, takesRest: true, cell: stateWords, text: stateWords },
      {
        ...{ key: 'then', label: t('arrangements.handOvers.columns.openThen'), width: 115, align: 'right' as const },
        cell: ({ openThenCents, currency }) => (openThenCents === null ? '' : formatMoney(openThenCents, currency)),
      },
      {
        ...{ key: 'open', label: t('arrangements.handOvers.columns.open'), width: 115, align: 'right' as const },
        cell: ({ openCents, currency }) => (openCents === null ? '' : formatMoney(openCents, currency)),
      },
    ]
  }, [t])
}

type TakeBackDialogProps = { handOver: HandOver; caseIDs: readonly number[]; onDone: () => void; onClose: () => void }

function TakeBackDialog({ handOver: { handOverID, name }, caseIDs, onDone, onClose }: TakeBackDialogProps) {
  const t = useText()
  const takeBack = useTakeBack()
  const [reason, setReason] = useState('')
  const numbers = { count: caseIDs.length, total: formatNumber(caseIDs.length) }
  async function confirm() {
    const { takenBack, leftAlone } = await takeBack.mutateAsync({ params: { handOverID }, body: { caseIDs: [...caseIDs], reason } })
    const left = leftAlone.reduce((sum, { count }) => sum + count, 0)
    const why = leftAlone.map((one) => errorText(one.reason)).join(' ')
    const done = t('arrangements.handOvers.back.done', { count: takenBack, total: formatNumber(takenBack) })
    notify(left === 0 ? done : `${done}. ${t('arrangements.handOvers.back.left', { count: left, total: formatNumber(left), why })}`)
    onDone()
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('arrangements.handOvers.back.title', numbers)}
      verb={t('arrangements.handOvers.back.verb', numbers)}
      isDisabled={reason.trim().length < 3}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack>
        <p>{t('arrangements.handOvers.back.text', { name, ...numbers })}</p>
        <TextAreaInput
          label={t('arrangements.handOvers.back.reason')}
          help={t('arrangements.handOvers.back.reasonHelp')}
          isRequired
          maxLength={300}
          value={reason}
          onChange={setReason}
        />
      </Stack>
    </ConfirmDialog>
  )
}
