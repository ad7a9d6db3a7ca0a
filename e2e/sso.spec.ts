import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OidcPeer, openOidcPeer } from '../server/test/oidc-peer.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let peer: OidcPeer
beforeAll(async () => {
  product = await startProduct({ env: { ALLOW_PRIVATE_HOSTS: '127.0.0.1' } })
  peer = await openOidcPeer(`${product.url}/api/login/sso/1/callback`)
  browser = await openBrowser()
}, 180_000)
afterAll(async () => {
  await browser.close()
  peer.close()
  await product.stop()
  removeData(product.dataDir)
})

test('an organisation signs in by its own provider: set up on screen, taken by a colleague, refused to a stranger', async () => {
  const { page: admin, complaints } = await openPage(browser)
  await signIn(admin, product.url, 'beheer', product.password)
  await admin.goto(`${product.url}/admin/sign-in`)
  await admin.getByRole('switch', { name: 'Inloggen met het account van de organisatie' }).check()
  await admin.getByLabel('Adres van de aanbieder (issuer)').fill('http://127.0.0.1:9')
  await admin.getByLabel('Client-ID').fill(peer.clientId)
  await admin.getByLabel('Client-secret').fill(peer.clientSecret)
  await admin.getByLabel('Tekst op de inlogknop').fill('Inloggen via Demo BV')
  await admin.getByRole('button', { name: 'Opslaan' }).click()
  const issuer = admin.getByLabel('Adres van de aanbieder (issuer)')
  await expect.poll(() => issuer.getAttribute('aria-invalid')).toBe('true')
  await issuer.fill(peer.issuer)
  await admin.getByRole('button', { name: 'Opslaan' }).click()
  await admin.getByText('De inlogregels zijn opgeslagen').waitFor()
  await admin.getByText(`${product.url}/api/login/sso/1/callback`).waitFor()
  expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([])

  peer.signsIn({ subject: 'm-1', email: 'medewerker@demo.example', isVerified: true })
  const { page } = await openPage(browser)
  await page.goto(`${product.url}/login?redirect=%2Fsearch%3Fq%3Djansen`)
  await page.getByText('Inloggen via Demo BV').click()
  await page.waitForURL(`${product.url}/search?q=jansen`)
  await page.getByRole('heading', { name: 'Dossier zoeken' }).waitFor()

  peer.signsIn({ subject: 'x-9', email: 'medewerker@demo.example', isVerified: false })
  const { page: stranger } = await openPage(browser)
  await stranger.goto(`${product.url}/login`)
  await stranger.getByText('Inloggen via Demo BV').click()
  await stranger.getByText('Inloggen via uw organisatie is niet gelukt').waitFor()
}, 90_000)
