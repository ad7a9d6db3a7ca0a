import type { CaseDetail } from '@regie/contract/cases.ts'
import { requestBrands } from '@regie/contract/request-kinds.ts'
import type { RequestTab } from '@regie/contract/payment-requests.ts'
import { linkDaysMax } from '@regie/contract/payments.ts'
import { useState } from 'react'
import { readAmount, typedAmount } from '../../locales/amount.ts'
import { toAmsterdamInput } from '../../locales/amsterdam-time.ts'
import { formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { daysAfter } from '../../locales/read-day.ts'
import { notify } from '../../session/notification.tsx'
import { AmountInput } from '../../ui/amount-input.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { Stack } from '../../ui/stack.tsx'
import { createRequest, useMoneyAnswer } from './payment-links-data.ts'

const today = () => toAmsterdamInput(new Date().toISOString()).slice(0, 10)

/** A new payment request: by which text, for how much, and until when. */
export function NewRequestDialog({ found, tab, onClose }: { found: CaseDetail; tab: RequestTab; onClose: () => void }) {
  const t = useText()
  const answered = useMoneyAnswer()
  // One request, however often it is pressed or repeated.
  const [key] = useState(() => crypto.randomUUID())
  const [template, setTemplate] = useState(String(tab.templates[0]?.templateID ?? ''))
  const [amount, setAmount] = useState(tab.openCents ? typedAmount(tab.openCents) : '')
  const [dueOn, setDueOn] = useState(tab.dueOn)
  const { kind, openCents, currency } = tab
  const brand = requestBrands[kind]
  const amountCents = readAmount(amount)
  return (
    <ConfirmDialog
      isOpen
      title={t('paymentLinks.requests.newTitle', { brand })}
      verb={t('paymentLinks.requests.verb')}
      isDisabled={amountCents === null || dueOn === '' || template === ''}
      fields={['templateID', 'amountCents', 'dueOn']}
      onConfirm={async () => {
        if (amountCents === null) return
        answered(await createRequest(found.caseID, { kind, templateID: Number(template), amountCents, dueOn, key }))
        notify(t('paymentLinks.requests.created', { brand }))
      }}
      onClose={onClose}
    >
      {(faultAt) => (
        <Stack>
          <SelectInput
            label={t('paymentLinks.requests.template')}
            isRequired
            error={faultAt('templateID')}
            value={template}
            options={tab.templates.map(({ templateID, name }) => ({ value: String(templateID), label: name }))}
            onChange={setTemplate}
          />
          <AmountInput
            label={t('paymentLinks.requests.amount')}
            help={openCents === null ? undefined : t('paymentLinks.requests.amountHelp', { amount: formatMoney(openCents, currency) })}
            isRequired
            error={faultAt('amountCents')}
            value={amount}
            onChange={setAmount}
          />
          <DateInput
            label={t('paymentLinks.requests.dueOn')}
            isRequired
            min={today()}
            max={daysAfter(today(), linkDaysMax)}
            error={faultAt('dueOn')}
            value={dueOn}
            onChange={setDueOn}
          />
        </Stack>
      )}
    </ConfirmDialog>
  )
}
