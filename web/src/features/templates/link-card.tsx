import { cardImagePath } from '@regie/contract/card-images.ts'
import type { Locale } from '@regie/contract/locale.ts'
import type { TemplateDetail, TemplateOptions } from '@regie/contract/templates.ts'
import { useText } from '../../locales/i18n.tsx'
import styles from './link-card.module.css'

type LinkCardProps = { usual: TemplateDetail['usualCard']; options: TemplateOptions; locale: Locale }

/** What a chat app on a phone shows of the payment link in a text. */
export function LinkCard({ usual, options, locale }: LinkCardProps) {
  const t = useText()
  const own = options.cardImage !== ''
  return (
    <section className={styles.chat} aria-label={t('templates.card.label')}>
      <div className={styles.bubble}>
        <div className={styles.card} data-large={own || undefined}>
          {own && <img className={styles.large} src={cardImagePath(options.cardImage)} alt={t('templates.card.image')} />}
          {!own && usual.image !== null && <img className={styles.image} src={usual.image} alt="" />}
          <div className={styles.words}>
            <strong>{options.cardTitle || usual.title}</strong>
            <span className={styles.soft}>{options.cardDescription || usual.description[locale]}</span>
            <small className={styles.soft}>{location.host}</small>
          </div>
        </div>
        <span className={styles.link} aria-hidden="true">{`${location.host}/p/…`}</span>
      </div>
      <p className={styles.soft}>{t('templates.card.about')}</p>
    </section>
  )
}
