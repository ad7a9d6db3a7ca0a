// Loaded before the program in tests alone: who vouches for the endpoint of the tests is a key of the tests.
import { loadBaileys } from '../../../plugins/whatsapp-web/load-baileys.ts'

const { WA_CERT_DETAILS } = await loadBaileys()
WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(process.env['TEST_ROOT'] ?? '', 'hex')
