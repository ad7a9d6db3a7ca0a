import { type Locale, locales } from '@regie/contract/locale.ts'
import type { RightObject, RightType } from '@regie/contract/rights.ts'
import { useState } from 'react'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import { languageNames } from '../../ui/language-choice.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useAddObject, useAddType, useChangeObject, useChangeType, useRemoveObject, useRemoveType } from './rights-data.ts'

export type KindQuestion =
  | { action: 'addType' }
  | { action: 'addObject'; type: RightType }
  | { action: 'changeType'; type: RightType }
  | { action: 'removeType'; type: RightType }
  | { action: 'changeObject'; object: RightObject }
  | { action: 'removeObject'; object: RightObject }

type Names = Record<Locale, string>
const noNames: Names = { nl: '', eng: '', fr: '' }

/** Adds, renames or deletes a kind or a right; names are given in each language. */
export function KindDialog({ asked, onClose }: { asked: KindQuestion; onClose: () => void }) {
  const t = useText()
  const locale = useLocale()
  const before = 'object' in asked ? asked.object.name : asked.action === 'changeType' ? asked.type.name : noNames
  const [names, setNames] = useState<Names>(before)
  const [prefix, setPrefix] = useState<number | null>(null)
  const [ref, setRef] = useState('')
  const changes = {
    addType: useAddType(),
    addObject: useAddObject(),
    changeType: useChangeType(),
    changeObject: useChangeObject(),
    removeType: useRemoveType(),
    removeObject: useRemoveObject(),
  }
  const isRemoval = asked.action === 'removeType' || asked.action === 'removeObject'
  const isIncomplete =
    !isRemoval && (Object.values(names).some((name) => name.trim() === '') || (asked.action === 'addType' && prefix === null))

  async function send() {
    if (asked.action === 'addType') await changes.addType.mutateAsync({ body: { prefix: prefix ?? 0, name: names, description: '' } })
    else if (asked.action === 'addObject') await changes.addObject.mutateAsync({ body: { typeId: asked.type.id, ref, name: names } })
    else if (asked.action === 'changeType')
      await changes.changeType.mutateAsync({
        params: { typeID: asked.type.id },
        body: { name: names, description: asked.type.description },
      })
    else if (asked.action === 'removeType') await changes.removeType.mutateAsync({ params: { typeID: asked.type.id } })
    else if (asked.action === 'changeObject')
      await changes.changeObject.mutateAsync({ params: { objectID: asked.object.id }, body: { name: names } })
    else await changes.removeObject.mutateAsync({ params: { objectID: asked.object.id } })
    notify(t('rights.saved'))
    onClose()
  }

  return (
    <ConfirmDialog
      isOpen
      kind={isRemoval ? 'danger' : 'main'}
      title={t(`rights.kindTitles.${asked.action}`, {
        name: 'object' in asked ? asked.object.name[locale] : 'type' in asked ? asked.type.name[locale] : '',
      })}
      verb={t(isRemoval ? 'rights.remove' : 'rights.save')}
      isDisabled={isIncomplete}
      fields={['prefix', 'ref', ...locales.map((language) => `name.${language}`)]}
      onConfirm={send}
      onClose={onClose}
    >
      {(faultAt) => (
        <>
          {asked.action === 'addType' && (
            <NumberInput
              label={t('rights.prefix')}
              help={t('rights.prefixHelp')}
              isRequired
              min={1}
              max={9}
              error={faultAt('prefix')}
              value={prefix}
              onChange={setPrefix}
            />
          )}
          {asked.action === 'addObject' && (
            <TextInput
              label={t('rights.ref')}
              help={t('rights.refHelp')}
              isRequired
              maxLength={15}
              error={faultAt('ref')}
              value={ref}
              onChange={setRef}
            />
          )}
          {!isRemoval &&
            locales.map((language) => (
              <TextInput
                key={language}
                label={t('rights.nameIn', { language: languageNames[language] })}
                isRequired
                maxLength={120}
                error={faultAt(`name.${language}`)}
                value={names[language]}
                onChange={(name) => setNames({ ...names, [language]: name })}
              />
            ))}
          {isRemoval && <p>{t('rights.removeKindText')}</p>}
        </>
      )}
    </ConfirmDialog>
  )
}
