import type { RightObject, RightType } from '@regie/contract/rights.ts'
import { useState } from 'react'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { KindDialog, type KindQuestion } from './kind-dialog.tsx'
import styles from './rights.module.css'

// Its rights are the customers themselves: they come and go with those.
const customerPrefix = 5

/** The kinds and the rights themselves, for who may change what there is to give. */
export function RightKinds({ types, objects }: { types: readonly RightType[]; objects: readonly RightObject[] }) {
  const t = useText()
  const locale = useLocale()
  const [asked, setAsked] = useState<KindQuestion | null>(null)
  return (
    <div className={styles.sections}>
      <div className={styles.tools}>
        <Button kind="main" onPress={() => setAsked({ action: 'addType' })}>
          {t('rights.addType')}
        </Button>
      </div>
      {types.map((type) => (
        <Panel
          key={type.id}
          title={`${type.prefix} · ${type.name[locale]}`}
          actions={
            <>
              <Button
                icon={<Icon name="plus" size={16} />}
                {...(type.prefix === customerPrefix ? { reason: t('rights.ofCustomers') } : {})}
                onPress={() => setAsked({ action: 'addObject', type })}
              >
                {t('rights.addObject')}
                <span className="visually-hidden"> ({type.name[locale]})</span>
              </Button>
              <IconButton
                icon="edit"
                label={t('rights.rename', { name: type.name[locale] })}
                onPress={() => setAsked({ action: 'changeType', type })}
              />
              <IconButton
                icon="trash"
                label={t('rights.removeNamed', { name: type.name[locale] })}
                {...(objects.some(({ typeId }) => typeId === type.id) ? { reason: t('refusals.right.typeInUse') } : {})}
                onPress={() => setAsked({ action: 'removeType', type })}
              />
            </>
          }
        >
          <ul className={styles.members}>
            {objects
              .filter(({ typeId }) => typeId === type.id)
              .map((object) => (
                <li key={object.id}>
                  <span>
                    <code>{object.code}</code> {object.name[locale]}
                  </span>
                  <IconButton
                    icon="edit"
                    label={t('rights.rename', { name: object.name[locale] })}
                    onPress={() => setAsked({ action: 'changeObject', object })}
                  />
                  <IconButton
                    icon="trash"
                    label={t('rights.removeNamed', { name: object.name[locale] })}
                    {...(object.builtIn ? { reason: t('refusals.right.builtIn') } : {})}
                    onPress={() => setAsked({ action: 'removeObject', object })}
                  />
                </li>
              ))}
          </ul>
        </Panel>
      ))}
      {asked !== null && <KindDialog asked={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}
