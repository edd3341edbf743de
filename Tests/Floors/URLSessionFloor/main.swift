// What a program pays that does nothing but create the URLSession it will load with: the floor for
// the start of the gallery in `make bench`.
import Foundation
import FoundationNetworking

let configuration = URLSessionConfiguration.ephemeral
configuration.urlCache = nil
configuration.httpCookieStorage = nil
_ = URLSession(configuration: configuration)
