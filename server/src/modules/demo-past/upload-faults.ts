import type { Services } from '../../services.ts'
import { uploadFile } from '../imports/upload-file.ts'
import { actAs, findColleague } from './colleagues.ts'

const heading = 'dossiernummer;voornaam;achternaam;mobiel;email;openstaand;factuurnummer'

/** Files as creditors send them when something is wrong: no rows, a heading twice, and rows that wait for somebody to mend them. */
const files = {
  'demo-nalevering-leeg.csv': [heading],
  'demo-correctie-dubbele-kolom.csv': [
    'dossiernummer;achternaam;openstaand;openstaand',
    'X-1001;Jansen;100,00;120,00',
    'X-1002;de Vries;45,50;45,50',
  ],
  'demo-nalevering-met-fouten.csv': [
    heading,
    'X-2001;Noor;Visser;+31612470001;noor.visser@demo.example;84,95;F90001',
    'X-2002;Daan;Bakker;nummer onbekend;daan.bakker@demo.example;132,00;F90002',
    'X-2003;Esra;Yilmaz;+31612470003;esra.yilmaz@demo.example;honderd euro;F90003',
    'X-2001;Noor;Visser;+31612470001;noor.visser@demo.example;84,95;F90001',
  ],
}

/** Uploads them by the way of every file, once for a customer; what the check says of them is its own. */
export async function uploadFaults(services: Services, { customerId, scriptId }: { customerId: number; scriptId: number }): Promise<void> {
  const leader = await findColleague(services, 'leader')
  if (!leader) return
  for (const [fileName, lines] of Object.entries(files)) {
    const known = services.db.selectFrom('files').select('id').where('customer_id', '=', customerId).where('name', '=', fileName)
    if (await known.executeTakeFirst()) continue
    const stream = streamOf(Buffer.from(`${lines.join('\r\n')}\r\n`))
    await actAs(leader, 'files.upload', () => uploadFile(services, leader, { customerId, scriptId, fileName, stream }))
  }
}

/** A small file as a browser sends it. */
export async function* streamOf(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
