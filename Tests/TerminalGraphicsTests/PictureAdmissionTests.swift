import Testing

@testable import TerminalGraphics

@Suite struct PictureAdmissionTests {
  private let pictures: [(id: UInt32, bytes: Int)] = [(5, 400), (6, 500), (7, 300)]

  @Test func `as many pictures are admitted as fit in the budget, the most urgent first`() {
    var admission = PictureAdmission()
    admission.admit(pictures, budget: 900)
    #expect([5, 6, 7].filter(admission.admits) == [5, 6])
    #expect(admission.isHoldingBack)
  }

  @Test func `one picture is admitted even if it does not fit, and none without a budget`() {
    var admission = PictureAdmission()
    admission.admit(pictures, budget: 0)
    #expect([5, 6, 7].filter(admission.admits) == [] && admission.isHoldingBack)
    admission.admit(pictures, budget: 1)
    #expect([5, 6, 7].filter(admission.admits) == [5])
  }

  @Test func `the next pictures wait until those before are sent, or gone`() {
    var admission = PictureAdmission()
    admission.admit(pictures, budget: 1)
    admission.admit(pictures, budget: 1_000)
    #expect([5, 6, 7].filter(admission.admits) == [5])
    admission.frameWasSent()
    admission.admit(pictures, budget: 1)
    #expect([5, 6, 7].filter(admission.admits) == [5, 6])
    admission.admit([(8, 400)], budget: 1)
    #expect(admission.admits(8) && !admission.isHoldingBack)
  }

  @Test func `pictures that leave the screen are admitted anew`() {
    var admission = PictureAdmission()
    admission.admitAll([5, 6])
    admission.admit([(6, 500)], budget: 0)
    admission.admit([(5, 400), (6, 500)], budget: 0)
    #expect(!admission.admits(5) && admission.admits(6))
    admission.admit([(6, 500)], budget: 0, keepsFormer: false)
    #expect(!admission.admits(6))
  }
}
