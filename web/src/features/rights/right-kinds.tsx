import type { RightObject, RightType } from '@regie/contract/rights.ts'
import { useState } from 'react'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { KindDialog, type KindQuestion } from './kind-dialog.tsx'
import styles from './rights.module.css'

/** The kinds and the rights themselves, for who may change what there is to give. */
export function RightKinds({ types, objects }: { types: readonly RightType[]; objects: readonly RightObject[] }) {
  const t = useText()
  const locale = useLocale()
  const [asked, setAsked] = useState<KindQuestion | null>(null)
  return (
    <div className={styles.sections}>
      <div className={styles.tools}>
        <Button kind="main" onPress={() => setAsked({ deed: 'addType' })}>
          {t('rights.addType')}
        </Button>
      </div>
      {types.map((type) => (
        <section key={type.typeID}>
          <header className={styles.kindHead}>
            <h3>
              {type.prefix} · {type.name[locale]}
            </h3>
            <Button onPress={() => setAsked({ deed: 'addObject', type })}>{t('rights.addObject', { type: type.name[locale] })}</Button>
            <Button kind="quiet" onPress={() => setAsked({ deed: 'changeType', type })}>
              {t('rights.rename', { name: type.name[locale] })}
            </Button>
            <Button
              kind="quiet"
              {...(objects.some(({ typeID }) => typeID === type.typeID) ? { reason: t('errors.right.typeInUse') } : {})}
              onPress={() => setAsked({ deed: 'removeType', type })}
            >
              {t('rights.removeNamed', { name: type.name[locale] })}
            </Button>
          </header>
          <ul className={styles.members}>
            {objects
              .filter(({ typeID }) => typeID === type.typeID)
              .map((object) => (
                <li key={object.objectID}>
                  <span>
                    <code>{object.code}</code> {object.name[locale]}
                  </span>
                  <Button kind="quiet" onPress={() => setAsked({ deed: 'changeObject', object })}>
                    {t('rights.rename', { name: object.name[locale] })}
                  </Button>
                  <Button
                    kind="quiet"
                    {...(object.builtIn ? { reason: t('errors.right.builtIn') } : {})}
                    onPress={() => setAsked({ deed: 'removeObject', object })}
                  >
                    {t('rights.removeNamed', { name: object.name[locale] })}
                  </Button>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {asked !== null && <KindDialog asked={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}
