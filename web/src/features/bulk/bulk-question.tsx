import { bulkClosingCodes, closingCodes } from '@regie/contract/result-codes.ts'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTimeInput } from '../../ui/dates/date-time-input.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { CheckInput, ChoiceInput } from '../../ui/toggles.tsx'
import { Stack } from '../../ui/stack.tsx'

/** `cases.close`: what is done, and to what. */
type BulkAction = `cases.${'close' | 'pause' | 'resume' | 'reopen'}` | `batches.${'close' | 'pause' | 'resume' | 'priority'}`
export type BulkAnswer = { resultCode: string; until: string | null; includePaused: boolean; priority: number; endPaymentLinks: boolean }

type BulkQuestionProps = {
  action: BulkAction
  count: number
  /** What else has to be known before. */
  children?: ReactNode
  onConfirm: (answer: BulkAnswer) => Promise<unknown>
  onClose: () => void
}

const questions = {
  'cases.close': 'bulk.questions.close.cases',
  'cases.pause': 'bulk.questions.pause.cases',
  'cases.resume': 'bulk.questions.resume.cases',
  'cases.reopen': 'bulk.questions.reopen.cases',
  'batches.close': 'bulk.questions.close.batches',
  'batches.pause': 'bulk.questions.pause.batches',
  'batches.resume': 'bulk.questions.resume.batches',
  'batches.priority': 'bulk.questions.priority.batches',
} as const satisfies Record<BulkAction, string>

const tomorrow = () => new Date(Math.ceil((Date.now() + 24 * 3_600_000) / 3_600_000) * 3_600_000).toISOString()

/** What is done to how many, and the one thing that has to be known for it. */
export function BulkQuestion({ action, count, children, onConfirm, onClose }: BulkQuestionProps) {
  const t = useText()
  const [of, kind] = action.split('.') as ['cases' | 'batches', 'close' | 'pause' | 'resume' | 'reopen' | 'priority']
  const [resultCode, setResultCode] = useState(of === 'batches' ? 'BSL' : 'RET')
  const [isForever, setForever] = useState<'until' | 'forever'>('until')
  const [until, setUntil] = useState<string | null>(tomorrow)
  const [includePaused, setIncludePaused] = useState(false)
  const [endPaymentLinks, setEndPaymentLinks] = useState(false)
  const [priority, setPriority] = useState<number | null>(5)
  const isIncomplete =
    (kind === 'pause' && isForever === 'until' && until === null) ||
    (kind === 'priority' && (priority === null || !Number.isInteger(priority) || priority < 1 || priority > 9))
  const numbers = { count, total: formatNumber(count) }
  return (
    <ConfirmDialog
      isOpen
      title={t(questions[action], numbers)}
      verb={t(`bulk.actions.${action}`)}
      kind={kind === 'close' ? 'danger' : 'main'}
      isDisabled={isIncomplete}
      onConfirm={() =>
        onConfirm({ resultCode, until: isForever === 'forever' ? null : until, includePaused, priority: priority ?? 5, endPaymentLinks })
      }
      onClose={onClose}
    >
      <Stack>
        <p>{t('bulk.asJob')}</p>
        {children}
        {kind === 'close' && (
          <SearchSelect
            label={t('bulk.result')}
            isRequired
            value={resultCode}
            onChange={setResultCode}
            options={(of === 'cases' ? bulkClosingCodes : closingCodes).map((code) => ({
              value: code,
              label: `${code} · ${t(`cases.results.${code}`)}`,
            }))}
          />
        )}
        {kind === 'close' && of === 'batches' && (
          <CheckInput
            label={t('bulk.endPaymentLinks')}
            help={t('batches.close.endLinksHelp')}
            value={endPaymentLinks}
            onChange={setEndPaymentLinks}
          />
        )}
        {kind === 'pause' && (
          <>
            <ChoiceInput
              label={t('batches.pause.howLong')}
              value={isForever}
              onChange={setForever}
              options={[
                { value: 'until', label: t('batches.pause.until') },
                { value: 'forever', label: t('bulk.forever') },
              ]}
            />
            {isForever === 'until' && (
              <DateTimeInput
                label={t('batches.pause.moment')}
                help={t('batches.pause.momentHelp')}
                isRequired
                value={until}
                onChange={setUntil}
              />
            )}
          </>
        )}
        {kind === 'resume' && of === 'batches' && (
          <CheckInput label={t('bulk.includePaused')} value={includePaused} onChange={setIncludePaused} />
        )}
        {kind === 'priority' && (
          <NumberInput
            label={t('batches.columns.priority')}
            help={t('batches.settings.priorityHelp')}
            min={1}
            max={9}
            value={priority}
            onChange={setPriority}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
