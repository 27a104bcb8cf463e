// npm run admin -- <command>: what an operator does by hand.
import { systemClock } from '#server/clock.ts'
import { BadSettings, readConfig } from '#server/config.ts'
import { runningEmbeddedPostgres } from '#server/db/embedded.ts'
import { openDatabase } from '#server/db/open.ts'
import { openLog } from '#server/log.ts'
import { invite } from '#server/features/auth/invite.ts'
import { openMail } from '#server/outside/mail.ts'
import { Email } from '#shared/contracts/auth.ts'

const USAGE = `npm run admin -- invite <email>   sends an invitation and prints its link
npm run admin -- waitlist         lists who waits, oldest first`

/** A wrong use of a command: its sentence is all the operator needs. */
class Misuse extends Error {}

async function main([command, argument]: string[]) {
  if (command !== 'invite' && command !== 'waitlist') throw new Misuse(USAGE)
  const config = readConfig(process.env)
  const url = config.databaseUrl ?? (await runningEmbeddedPostgres(config.dataDir))
  if (!url) throw new Misuse('Start the product first (npm start): its embedded database is not running.')
  const { db } = openDatabase(url, openLog(config.logLevel), 1)
  const clock = systemClock
  try {
    if (command === 'invite') {
      const email = Email.safeParse(argument)
      if (!email.success) throw new Misuse(`${argument ?? 'Nothing'} is not an e-mail address.\n${USAGE}`)
      const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
      console.log(await invite({ db, clock, config, mail: openMail(config, clock) }, email.data, publicUrl))
      return
    }
    const rows = await db.selectFrom('waitlist').select(['email', 'createdAt']).orderBy('createdAt').execute()
    for (const { email, createdAt } of rows) console.log(`${createdAt.toISOString()}  ${email}`)
  } finally {
    await db.destroy()
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Misuse || error instanceof BadSettings ? error.message : error)
  process.exitCode = 1
})
