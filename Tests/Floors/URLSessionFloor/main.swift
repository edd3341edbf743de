// A program that only creates the URLSession with which it would load: the floor for the start of the gallery
// in `make bench`.
import Foundation
import FoundationNetworking

let configuration = URLSessionConfiguration.ephemeral
configuration.urlCache = nil
configuration.httpCookieStorage = nil
_ = URLSession(configuration: configuration)
