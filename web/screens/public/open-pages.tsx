// The public log, the method and the check of a signal, as the app shows them, for visitors.
import type { VisitorFrame } from '#shared/visitor-page.ts'
import { Log } from '#web/features/record/log.tsx'
import { Method } from '#web/features/record/method/method.tsx'
import { Verify } from '#web/features/record/verify/verify.tsx'
import { RulesPage } from '#web/features/safety/rules-page.tsx'
import { TransparencyPage } from '#web/features/safety/transparency-page.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { PublicFrame } from './frame.tsx'

type Props = { frame: VisitorFrame }

export const LogPage = ({ frame }: Props) => (
  <PublicFrame signupMode={frame.signupMode} path={paths.log}>
    <Log />
  </PublicFrame>
)

export const MethodPage = ({ frame }: Props) => (
  <PublicFrame signupMode={frame.signupMode} path={paths.method} narrow>
    <Method />
  </PublicFrame>
)

/** The check itself runs in the browser; without a script, the programs below do the same. */
export const VerifyPage = ({ frame }: Props) => (
  <PublicFrame signupMode={frame.signupMode} path={paths.verify}>
    <noscript>
      <Banner tone="caution" title="The check on this page needs JavaScript">
        The programs below make the same checks without it, and without us.
      </Banner>
    </noscript>
    <Verify />
  </PublicFrame>
)

export const RulesForVisitors = ({ frame }: Props) => (
  <PublicFrame signupMode={frame.signupMode} path={paths.rules} narrow>
    <RulesPage />
  </PublicFrame>
)

export const TransparencyForVisitors = ({ frame }: Props) => (
  <PublicFrame signupMode={frame.signupMode} path={paths.transparency} narrow>
    <TransparencyPage />
  </PublicFrame>
)
