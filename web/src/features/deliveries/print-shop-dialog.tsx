import { deliveryKinds, deliveryLengths, deliverySignIns } from '@regie/contract/file-deliveries.ts'
import { letterCentsMax, type PrintShop, printShopApi } from '@regie/contract/print-shops.ts'
import { useState } from 'react'
import { useApiChange } from '../../api/use-api.ts'
import { groupedAmount, readAmount } from '../../locales/amount.ts'
import { useText } from '../../locales/i18n.tsx'
import { AmountInput } from '../../ui/amount-input.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NumberInput, SelectInput, TextAreaInput } from '../../ui/inputs.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'

/** Where the letters of a customer are put: a folder of the server or of another machine. */
export function PrintShopDialog({ shop, onClose }: { shop: PrintShop; onClose: () => void }) {
  const t = useText()
  const change = useApiChange(printShopApi.change, { refresh: [printShopApi.get] })
  const { customerID, ownFolder, hasSecret, version } = shop
  const [draft, setDraft] = useState(() => ({
    isOn: version === 0 || shop.isOn,
    kind: version === 0 && ownFolder === null ? ('sftp' as const) : shop.kind,
    ...{ host: shop.host, port: shop.port, username: shop.username, signIn: shop.signIn, folder: shop.folder },
  }))
  const [secret, setSecret] = useState('')
  const [price, setPrice] = useState(shop.letterCents === null ? '' : groupedAmount(shop.letterCents))
  const letterCents = price.trim() === '' ? null : readAmount(price)
  const isPriceWrong = price.trim() !== '' && (letterCents === null || letterCents > letterCentsMax)
  const set = (changed: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changed }))
  const secretField = {
    label: t(`deliveries.secrets.${draft.signIn}`),
    help: hasSecret ? t('deliveries.secretKept') : undefined,
    value: secret,
    onChange: setSecret,
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('deliveries.printShop.changeTitle')}
      verb={t('deliveries.printShop.save')}
      fields={['kind', 'host', 'port', 'username', 'secret', 'folder', 'letterCents']}
      onConfirm={() =>
        change.mutateAsync({ params: { customerID }, body: { ...draft, letterCents, ...(secret !== '' && { secret }), version } })
      }
      onClose={onClose}
    >
      {(faultAt) => (
        <>
          <SelectInput
            label={t('deliveries.kind')}
            value={draft.kind}
            options={deliveryKinds.map((value) => ({
              value,
              label: t(`deliveries.kinds.${value}`),
              isDisabled: value === 'folder' && ownFolder === null,
            }))}
            onChange={(kind) => set({ kind: kind as typeof draft.kind })}
            error={faultAt('kind')}
          />
          {draft.kind === 'sftp' && (
            <>
              <TextInput
                label={t('deliveries.host')}
                isRequired
                maxLength={deliveryLengths.host}
                value={draft.host}
                onChange={(host) => set({ host })}
                error={faultAt('host')}
              />
              <NumberInput
                label={t('deliveries.port')}
                isRequired
                min={1}
                max={65_535}
                value={draft.port}
                onChange={(port) => set({ port: port ?? 22 })}
                error={faultAt('port')}
              />
              <TextInput
                label={t('deliveries.username')}
                isRequired
                maxLength={deliveryLengths.username}
                value={draft.username}
                onChange={(username) => set({ username })}
                error={faultAt('username')}
              />
              <SelectInput
                label={t('deliveries.signIn')}
                value={draft.signIn}
                options={deliverySignIns.map((value) => ({ value, label: t(`deliveries.signIns.${value}`) }))}
                onChange={(signIn) => set({ signIn: signIn as typeof draft.signIn })}
              />
              {draft.signIn === 'key' ? <TextAreaInput {...secretField} /> : <PasswordInput {...secretField} />}
            </>
          )}
          <TextInput
            label={t('deliveries.folder')}
            help={draft.kind === 'folder' && ownFolder !== null ? t('deliveries.folderHelp', { folder: ownFolder }) : undefined}
            maxLength={deliveryLengths.folder}
            value={draft.folder}
            onChange={(folder) => set({ folder })}
            error={faultAt('folder')}
          />
          <AmountInput
            label={t('deliveries.printShop.price')}
            help={t('deliveries.printShop.priceHelp')}
            mayBeZero
            value={price}
            onChange={setPrice}
            error={faultAt('letterCents') ?? (isPriceWrong ? t('deliveries.printShop.priceWrong') : undefined)}
          />
          <SwitchInput label={t('deliveries.printShop.isOn')} value={draft.isOn} onChange={(isOn) => set({ isOn })} />
        </>
      )}
    </ConfirmDialog>
  )
}
